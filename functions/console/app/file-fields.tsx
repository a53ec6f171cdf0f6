import { useState } from 'preact/hooks'
import type { Mapping } from '../../client/index.ts'
import { readAgain, upload } from './upload-signal.ts'

/** Does something of which a failure is shown. */
type Attempt = (work: () => Promise<void>) => void

/**
 * How the file is read where its content leaves that open: a currency, an encoding, a sheet, and the mapping. The table
 * of fields with its mapping takes the place of `MappingText` once the first page has one to share.
 */
export function FileFields({ onError }: { readonly onError: Attempt }) {
  const { settings } = upload.value
  const setting = (name: 'currency' | 'encoding' | 'sheet', label: string, placeholder: string) => (
    <label class="field">
      {label}
      <input
        value={settings[name]}
        placeholder={placeholder}
        spellcheck={false}
        autocomplete="off"
        onChange={({ currentTarget }) => onError(() => readAgain({ [name]: currentTarget.value.trim() || undefined }))}
      />
    </label>
  )
  return (
    <details class="unfolds file-settings">
      <summary>Reading it otherwise</summary>
      <div class="form-grid">
        {setting('currency', 'Currency of records that name none', 'EUR')}
        {setting('encoding', 'Encoding', 'as the bytes tell')}
        {setting('sheet', 'Sheet of a workbook', 'the first with records')}
      </div>
      <MappingText onError={onError} />
    </details>
  )
}

function MappingText({ onError }: { readonly onError: Attempt }) {
  const [fault, setFault] = useState('')
  const { mapping } = upload.value.settings
  const read = (text: string): void => {
    const parsed = mappingIn(text)
    setFault(parsed.fault)
    if (parsed.fault === '') onError(() => readAgain({ mapping: parsed.mapping }))
  }
  return (
    <label class="field">
      Mapping, as JSON: a column for each field
      <textarea
        rows={4}
        spellcheck={false}
        class="mono"
        placeholder='{ "amount": "Betrag", "date": "Datum", "decimal": "," }'
        aria-invalid={fault !== ''}
        onChange={({ currentTarget }) => read(currentTarget.value)}
      >
        {mapping === undefined ? '' : JSON.stringify(mapping, undefined, 2)}
      </textarea>
      {fault !== '' && (
        <span class="input-fault" role="alert">
          {fault}
        </span>
      )}
    </label>
  )
}

/** A mapping as it is written; none of a blank text. Its members are checked where the file is read. */
function mappingIn(text: string): { readonly mapping: Mapping | undefined; readonly fault: string } {
  if (text.trim() === '') return { mapping: undefined, fault: '' }
  try {
    const mapping: Mapping | readonly unknown[] | null = JSON.parse(text)
    if (mapping !== null && typeof mapping === 'object' && !('length' in mapping)) return { mapping, fault: '' }
    return { mapping: undefined, fault: 'Got another JSON value, wanted an object' }
  } catch (error) {
    return { mapping: undefined, fault: error instanceof Error ? error.message : String(error) }
  }
}
