import type { FieldPreview } from '../engine-worker/engine-types.ts'
import { fieldName, mappedFields } from './plain-words.ts'
import { TableHead } from './table-head.tsx'
import './field-table.css'

interface FieldTableProps {
  readonly caption: string
  readonly fields: readonly FieldPreview[]
  /** Called with a field and the column to read it from; undefined where columns cannot be chosen. */
  readonly onChoose: ((field: string, column: string) => void) | undefined
}

export function FieldTable({ caption, fields, onChoose }: FieldTableProps) {
  const columns = [...new Set(fields.flatMap((field) => field.columns))]
  const isField = ({ field }: FieldPreview): boolean => mappedFields.includes(field)
  const mapped = mappedFields.flatMap((name) => fields.filter(({ field }) => field === name))
  const others = fields.filter((field) => !isField(field))
  const unread = mappedFields.filter((name) => !fields.some(({ field }) => field === name))
  return (
    <div class="field-table">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard. */}
      <section class="fields" aria-label={caption} tabIndex={0}>
        <table>
          <caption class="hidden">{caption}</caption>
          <TableHead titles={['Field', 'Column', 'Values']} />
          <tbody>
            {mapped.map((field) => (
              <tr key={field.field}>
                <th scope="row">{fieldName(field.field)}</th>
                <td>
                  <ColumnChoice field={field} columns={columns} onChoose={onChoose} />
                </td>
                <Values values={field.values} />
              </tr>
            ))}
            {onChoose && columns.length > 0 && unread.length > 0 && (
              <tr>
                <td colSpan={2}>
                  <UnreadChoice fields={unread} columns={columns} onChoose={onChoose} />
                </td>
                <td class="soft small">No column was recognised for these.</td>
              </tr>
            )}
          </tbody>
        </table>
      </section>
      {others.length > 0 && (
        <details>
          <summary>
            {others.length} more {others.length === 1 ? 'column' : 'columns'}, kept as attributes
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard. */}
          <section class="fields" aria-label={`More columns of ${caption}`} tabIndex={0}>
            <dl>
              {others.map(({ field, values }) => (
                <div key={field}>
                  <dt class="of-file">{fieldName(field)}</dt>
                  <dd class="of-file">{values.join(' · ')}</dd>
                </div>
              ))}
            </dl>
          </section>
        </details>
      )}
    </div>
  )
}

function Values({ values }: { readonly values: readonly string[] }) {
  if (values.length === 0) return <td class="soft">empty in the first rows</td>
  return (
    <td>
      <ul class="values">
        {values.map((value) => (
          <li key={value} class="of-file" title={value}>
            {value}
          </li>
        ))}
      </ul>
    </td>
  )
}

interface ColumnChoiceProps {
  readonly field: FieldPreview
  readonly columns: readonly string[]
  readonly onChoose: FieldTableProps['onChoose']
}

/** An amount that is read from two columns, such as debit and credit, shows both names until one column is chosen. */
function ColumnChoice({ field: { field, columns: own }, columns, onChoose }: ColumnChoiceProps) {
  const current = own.join(' / ')
  if (onChoose === undefined || columns.length === 0) return <span class="of-file">{current}</span>
  return (
    <select
      aria-label={`Column of ${fieldName(field)}`}
      value={current}
      onChange={({ currentTarget: { value } }) => onChoose(field, value)}
    >
      {own.length > 1 && <option value={current}>{current}</option>}
      {columns.map((column) => (
        <option key={column} value={column}>
          {column}
        </option>
      ))}
    </select>
  )
}

interface UnreadChoiceProps {
  readonly fields: readonly string[]
  readonly columns: readonly string[]
  readonly onChoose: (field: string, column: string) => void
}

function UnreadChoice({ fields, columns, onChoose }: UnreadChoiceProps) {
  return (
    <select
      aria-label="Read a column as another field"
      value=""
      onChange={({ currentTarget: { value } }) => {
        const [field, column] = [value.slice(0, value.indexOf(' ')), value.slice(value.indexOf(' ') + 1)]
        if (value !== '') onChoose(field, column)
      }}
    >
      <option value="">Add a field …</option>
      {fields.map((field) => (
        <optgroup key={field} label={fieldName(field)}>
          {columns.map((column) => (
            <option key={column} value={`${field} ${column}`}>
              {fieldName(field)} from {column}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  )
}
