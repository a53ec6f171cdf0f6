import { useState } from 'preact/hooks'
import type { FileSettings } from '../engine-worker/engine-types.ts'
import { openEngine } from '../shell/engine.ts'
import './mapping-field.css'

type Mapping = FileSettings['mapping']

interface MappingRequest {
  readonly mapping: Mapping
  readonly onUse: (mapping: Mapping) => void
}

/**
 * A field for the mapping as JSON, which can say what the table cannot: debit and credit columns, date formats, rows to
 * skip, nested members.
 */
export function MappingField({ mapping, onUse }: MappingRequest) {
  const current = mapping === undefined ? '' : JSON.stringify(mapping, undefined, 2)
  const [text, setText] = useState<string>()
  const [fault, setFault] = useState<string>()
  const shown = text ?? current
  const apply = async (): Promise<void> => {
    const read = shown.trim() === '' ? { mapping: undefined } : await (await openEngine()).readMapping(shown)
    if ('fault' in read) return setFault(read.fault)
    setFault(undefined)
    setText(undefined)
    onUse(read.mapping)
  }
  return (
    <div class="mapping-field">
      <label>
        Mapping of columns, as JSON
        <textarea
          class="mono"
          rows={Math.min(10, Math.max(3, shown.split('\n').length))}
          spellcheck={false}
          value={shown}
          placeholder='{ "date": "Booked", "amount": { "debit": "Out", "credit": "In" } }'
          aria-invalid={fault !== undefined}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      {fault !== undefined && (
        <p class="notice fault small" role="alert">
          {fault}
        </p>
      )}
      <button type="button" class="quiet" disabled={shown === current} onClick={() => void apply()}>
        Read the file with this mapping
      </button>
    </div>
  )
}
