import type { FileSettings } from '../engine-worker/engine-types.ts'
import { MappingField } from '../parts/mapping-field.tsx'
import { readAgain, upload } from './upload-signal.ts'

interface FileFieldsProps {
  /** Runs the work and shows its failure. */
  readonly attempt: (work: () => Promise<void>) => void
}

/** Settings that the content of a file does not tell: currency, encoding, sheet, mapping. */
export function FileFields({ attempt }: FileFieldsProps) {
  const { settings, preview } = upload.value
  const { mapping, currency = '', encoding = '', sheet = '' } = settings
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
      <details class="unfolds">
        <summary>Columns as JSON</summary>
        <MappingField mapping={mapping} onUse={(mapping) => change({ mapping })} />
      </details>
    </details>
  )
}

interface TextFieldProps {
  readonly label: string
  /** Empty where the setting is not used. */
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
