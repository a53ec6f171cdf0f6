import { useState } from 'preact/hooks'
import type { FileSettings } from '../engine-worker/engine-types.ts'
import { openEngine } from '../shell/engine.ts'
import { readAgain, upload } from './upload-signal.ts'

interface FileFieldsProps {
  /** Does something of which a failure is shown. */
  readonly attempt: (work: () => Promise<void>) => void
}

/** How the file is read where its content leaves that open: a currency, an encoding, a sheet, and the mapping. */
export function FileFields({ attempt }: FileFieldsProps) {
  const { settings, preview } = upload.value
  const { currency = '', encoding = '', sheet = '' } = settings
  const change = (setting: FileSettings): void => attempt(() => readAgain(setting))
  return (
    <details class="unfolds file-settings" open={preview?.reading.ok === false}>
      <summary>How this file is read</summary>
      <div class="form-grid">
        <TextField
          label="Currency of records that name none"
          value={currency}
          placeholder="EUR"
          onChange={(text) => change({ currency: text })}
        />
        <TextField
          label="Encoding"
          value={encoding}
          placeholder="as the bytes tell"
          onChange={(text) => change({ encoding: text })}
        />
        <TextField
          label="Sheet of a workbook"
          value={sheet}
          placeholder="the first with records"
          onChange={(text) => change({ sheet: text })}
        />
      </div>
      <MappingText attempt={attempt} />
    </details>
  )
}

interface TextFieldProps {
  readonly label: string
  /** Empty for a setting that is left open. */
  readonly value: string
  readonly placeholder: string
  readonly onChange: (text: string | undefined) => void
}

function TextField({ label, value, placeholder, onChange }: TextFieldProps) {
  return (
    <label class="field">
      {label}
      <input
        value={value}
        placeholder={placeholder}
        spellcheck={false}
        autocomplete="off"
        onChange={({ currentTarget }) => onChange(currentTarget.value.trim() || undefined)}
      />
    </label>
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
