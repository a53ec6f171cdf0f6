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
        value={settings[name]}
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

function MappingText({ attempt }: FileFieldsProps) {
  const [fault, setFault] = useState('')
  const { mapping } = upload.value.settings
  const read = async (text: string): Promise<void> => {
    if (text.trim() === '') {
      setFault('')
      return readAgain({ mapping: undefined })
    }
    const found = await (await openEngine()).readMapping(text)
    setFault('fault' in found ? found.fault : '')
    if ('mapping' in found) await readAgain({ mapping: found.mapping })
  }
  return (
    <label class="field">
      Mapping, as JSON
      <textarea
        rows={4}
        spellcheck={false}
        placeholder='{ "amount": "Betrag", "date": "Datum", "decimal": "," }'
        aria-invalid={fault !== ''}
        value={mapping === undefined ? '' : JSON.stringify(mapping, undefined, 2)}
        onChange={({ currentTarget: { value } }) => attempt(() => read(value))}
      />
      {fault !== '' && (
        <span class="input-fault" role="alert">
          {fault}
        </span>
      )}
    </label>
  )
}
