import { useEffect, useRef } from 'preact/hooks'
import type { RunOverview, View } from '../engine-worker/engine-types.ts'
import { LineDetail } from '../line/line-detail.tsx'
import { countText } from './figure-texts.ts'

interface PanelRequest {
  readonly run: RunOverview
  readonly view: View
  /** The place of the line in its view. */
  readonly position: number
  /** Its row in the table; -1 where the filter does not show it. */
  readonly index: number
  /** The rows of the table. */
  readonly count: number
  readonly onClose: () => void
  readonly onMove: (by: 1 | -1) => void
}

const kindWords: { readonly [view in View]: string } = {
  breaks: 'Break',
  matches: 'Match',
  suggestions: 'Suggestion',
  excluded: 'Excluded',
  netted: 'Netted',
}

/** The frame of a line that is open: beside the table, or over it where there is no room. */
export function LinePanel({ run, view, position, index, count, onClose, onMove }: PanelRequest) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    // Over a narrow page it would be missed; beside the table the keys stay where they are.
    if (matchMedia('(max-width: 60rem)').matches) panel.current?.querySelector('h2')?.focus()
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    const isText = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
    if (event.key === 'Escape') onClose()
    else if (!isText && event.key === 'j') onMove(1)
    else if (!isText && event.key === 'k') onMove(-1)
  }
  return (
    <section class="line-panel" aria-labelledby="line-heading" ref={panel} onKeyDown={onKeyDown}>
      <header class="panel-head">
        <h2 id="line-heading" tabIndex={-1}>
          {kindWords[view]} {countText(position + 1)}
        </h2>
        <div class="actions">
          <button
            type="button"
            class="quiet small-button"
            disabled={index <= 0}
            aria-label="Previous line"
            onClick={() => onMove(-1)}
          >
            ↑
          </button>
          <button
            type="button"
            class="quiet small-button"
            disabled={index < 0 || index + 1 >= count}
            aria-label="Next line"
            onClick={() => onMove(1)}
          >
            ↓
          </button>
          <button type="button" class="quiet small-button" onClick={onClose}>
            Close
          </button>
        </div>
      </header>
      {index < 0 && count > 0 && <p class="small soft">The filter of the table does not show this line.</p>}
      <LineDetail run={run} view={view} position={position} />
    </section>
  )
}
