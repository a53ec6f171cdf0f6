import { useState } from 'preact/hooks'
import { openEngine } from '../shell/engine.ts'
import { readAgain, upload } from './upload-signal.ts'

interface FileFieldsProps {
  /** Does something of which a failure is shown. */
  readonly attempt: (work: () => Promise<void>) => void
}

/** How the file is read where its content leaves that open: a currency, an encoding, a sheet, and the mapping. */
export function FileFields({ attempt }: FileFieldsProps) {
  const { settings, preview } = upload.value
  const setting = (name: 'currency' | 'encoding' | 'sheet', label: string, placeholder: string) => (
    <label class="field">
      {label}
      <input
        value={settings[name] ?? ''}
        placeholder={placeholder}
        spellcheck={false}
        autocomplete="off"
        onChange={({ currentTarget }) => attempt(() => readAgain({ [name]: currentTarget.value.trim() || undefined }))}
      />
    </label>
  )
  return (
    <details class="unfolds file-settings" open={preview?.reading.ok === false}>
      <summary>How this file is read</summary>
      <div class="form-grid">
        {setting('currency', 'Currency of records that name none', 'EUR')}
        {setting('encoding', 'Encoding', 'as the bytes tell')}
        {setting('sheet', 'Sheet of a workbook', 'the first with records')}
      </div>
      <MappingText attempt={attempt} />
    </details>
  )
}

/** A mapping that was typed, and why it is none. */
interface RefusedMapping {
  readonly text: string
  readonly fault: string
}

function MappingText({ attempt }: FileFieldsProps) {
  const [refused, setRefused] = useState<RefusedMapping | undefined>()
  const { mapping } = upload.value.settings
  const read = async (text: string): Promise<void> => {
    const found = text.trim() === '' ? { mapping: undefined } : await (await openEngine()).readMapping(text)
    setRefused('fault' in found ? { text, fault: found.fault } : undefined)
    if ('mapping' in found) await readAgain({ mapping: found.mapping })
  }
  const mappingText = mapping === undefined ? '' : JSON.stringify(mapping, undefined, 2)
  return (
    <label class="field">
      Mapping, as JSON
      <textarea
        rows={4}
        spellcheck={false}
        placeholder='{ "amount": "Betrag", "date": "Datum", "decimal": "," }'
        aria-invalid={refused !== undefined}
        value={refused?.text ?? mappingText}
        onChange={({ currentTarget: { value } }) => attempt(() => read(value))}
      />
      {refused !== undefined && (
        <span class="input-fault" role="alert">
          {refused.fault}
        </span>
      )}
    </label>
  )
}
