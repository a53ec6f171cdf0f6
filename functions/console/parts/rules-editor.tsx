import { useEffect, useRef } from 'preact/hooks'
import type { PolicyFault } from '../engine-worker/engine-types.ts'
import { createRulesView, type RulesView } from './rules-view.ts'
import './rules-editor.css'

interface RulesEditorProps {
  readonly text: string
  /** Each fault is shown at its offset, or else at the place of its pointer. */
  readonly faults: readonly (PolicyFault & { readonly offset?: number })[]
  readonly onChange: (text: string) => void
}

export function RulesEditor({ text, faults, onChange }: RulesEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<RulesView | undefined>(undefined)
  const onText = useRef(onChange)
  onText.current = onChange
  // Texts typed here come back as `text` a little later. They are remembered, since showing one again would undo later
  // typing.
  const typed = useRef<string[]>([])
  useEffect(() => {
    if (place.current === null) return
    const made = createRulesView(place.current, {
      text,
      onChange(changed) {
        typed.current.push(changed)
        onText.current(changed)
      },
    })
    view.current = made
    return made.destroy
  }, [])
  useEffect(() => {
    const known = typed.current.lastIndexOf(text)
    typed.current.splice(0, known + 1)
    if (known < 0) view.current?.show(text)
  }, [text])
  useEffect(() => view.current?.mark(faults), [faults])
  return (
    <div class="rules-editor">
      <div ref={place} class="rules-place" />
      <p class="small soft">Ctrl+Space completes; Escape, then Tab, leaves the editor.</p>
      {faults.length > 0 && (
        <ul class="notice fault small" aria-label="Faults of the rules">
          {faults.map(({ pointer, detail, offset }) => (
            <li key={`${pointer} ${detail}`}>
              <button type="button" class="link" onClick={() => view.current?.goTo({ pointer, offset })}>
                {pointer === '' ? 'the whole' : pointer}
              </button>{' '}
              {detail}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
