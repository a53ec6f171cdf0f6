import { useId } from 'preact/hooks'
import type { PolicyFault } from '../engine-worker/engine-types.ts'

interface RulesFieldProps {
  readonly label: string
  readonly text: string
  readonly onText: (text: string) => void
  /** What is wrong with the text as JSON; empty where nothing is. */
  readonly jsonFault: string
  readonly faults: readonly PolicyFault[]
}

/** Rules as JSON, with their faults. The editor of rules takes the place of the text area once it is there to share. */
export function RulesField({ label, text, onText, jsonFault, faults }: RulesFieldProps) {
  const id = useId()
  const isFaulty = jsonFault !== '' || faults.length > 0
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        class="mono rules-text"
        rows={14}
        spellcheck={false}
        autocomplete="off"
        aria-invalid={isFaulty}
        aria-describedby={`${id}-faults`}
        value={text}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
      />
      <div id={`${id}-faults`} aria-live="polite">
        {jsonFault !== '' && <p class="input-fault">No JSON yet: {jsonFault}</p>}
        {faults.length > 0 && (
          <ul class="fault-list">
            {faults.map(({ pointer, detail }) => (
              <li key={`${pointer} ${detail}`}>
                <code class="of-file">{pointer}</code> <span class="of-file">{detail}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
