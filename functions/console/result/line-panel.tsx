import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { RunOverview, View } from '../engine-worker/engine-types.ts'
import { LineDetail } from '../line/line-detail.tsx'
import { titleOf } from '../line/line-title.ts'
import { type LineState, useLineDetail } from '../line/use-line-detail.ts'
import { grouped } from '../parts/plain-words.ts'
import { nameOf } from './line-columns.tsx'

interface PanelRequest {
  readonly run: RunOverview
  readonly view: View
  readonly position: number
  /** The row of the line in the table; -1 where the filter hides the line. */
  readonly index: number
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

/** The frame of the open line: beside the table, or over it where there is no room. */
export function LinePanel({ run, view, position, index, count, onClose, onMove }: PanelRequest) {
  const panel = useRef<HTMLElement>(null)
  const state = useLineDetail(run.id, { view, position })
  const { detail, isLate } = state
  const name = `${kindWords[view]} ${grouped(position + 1)}`
  // A line that cannot be shown is titled by its number only.
  const title = detail === undefined ? (isLate ? undefined : name) : titleOf(detail.shown)
  const party = detail === undefined ? '' : nameOf(detail.shown)
  useFocus(panel, state)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab' && isOverPage()) keepFocus(event, panel.current)
    else if (event.key === 'Escape') onClose()
  }
  return (
    <section class="line-panel" aria-labelledby="line-heading" ref={panel} onKeyDown={onKeyDown}>
      <header class="panel-head">
        <div class="panel-title">
          <p class="small soft of-file">{party === '' ? name : `${name} · ${party}`}</p>
          {title !== undefined && (
            <h2 id="line-heading" class="of-file" tabIndex={-1}>
              {title}
            </h2>
          )}
        </div>
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
      <LineDetail run={run} place={{ view, position }} state={state} />
    </section>
  )
}

/**
 * Moves the focus into a panel that covers a narrow page. Beside the table the focus stays, unless its element is gone.
 */
function useFocus(panel: RefObject<HTMLElement | null>, { detail, isLate }: LineState): void {
  const isFirst = useRef(true)
  useEffect(() => {
    const heading = panel.current?.querySelector('h2')
    if (heading == null) return
    const { activeElement } = document
    const isGone = activeElement === null || activeElement === document.body || activeElement.matches(':disabled')
    if (isGone || (isFirst.current && isOverPage())) heading.focus({ preventScroll: true })
    isFirst.current = false
    panel.current?.scrollTo({ top: 0 })
  }, [detail, isLate])
}

/** Whether the panel covers the page, as it does where there is no room beside the table. */
const isOverPage = (): boolean => matchMedia('(max-width: 60rem)').matches

/** Keeps the focus inside the panel when Tab is pressed. */
function keepFocus(event: KeyboardEvent, panel: HTMLElement | null): void {
  const places = [...(panel?.querySelectorAll<HTMLElement>('a[href], button:enabled, summary, textarea') ?? [])]
  const [first, last] = [places[0], places.at(-1)]
  const isAtEnd = document.activeElement === (event.shiftKey ? first : last)
  if (!isAtEnd) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
}
