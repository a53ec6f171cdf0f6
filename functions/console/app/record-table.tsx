import type { CanonicalRecord } from '@tallystick/client'
import { dateText, localeAmount } from '../parts/locale-text.ts'
import { TableHead } from '../parts/table-head.tsx'

const cellLengthMax = 120
/** Texts up to this length are not broken, so that ids and references stay readable. */
const lineLengthMax = 24

interface RecordTableProps {
  readonly records: readonly CanonicalRecord[]
  readonly isLoading: boolean
}

export function RecordTable({ records, isLoading }: RecordTableProps) {
  if (records.length === 0) return <p aria-busy={isLoading}>{isLoading ? 'Asking for its records …' : 'No records.'}</p>
  return (
    <div class="table-frame">
      <table class="stacked">
        <TableHead titles={['Date', 'Amount', 'Reference', 'Counterparty', 'Description', 'Id']} numbers={['Amount']} />
        <tbody>
          {records.map((record) => (
            <RecordRow key={record.id} record={record} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function RecordRow({ record }: { readonly record: CanonicalRecord }) {
  const { id, date, currency, reference, counterparty, description } = record
  const amount = record.amount ?? record.net ?? record.gross
  return (
    <tr>
      <td data-label="Date" class="time">
        {date === undefined ? '–' : dateText(date)}
      </td>
      <td data-label="Amount" class="end amount">
        {amount === undefined ? '–' : localeAmount(amount, currency)} <span class="soft">{currency}</span>
      </td>
      <Cell label="Reference" text={reference} />
      <Cell label="Counterparty" text={counterparty} />
      <Cell label="Description" text={description} />
      <Cell label="Id" text={id} />
    </tr>
  )
}

function Cell({ label, text }: { readonly label: string; readonly text: string | undefined }) {
  return (
    <td data-label={label} class={text !== undefined && text.length <= lineLengthMax ? 'of-file one-line' : 'of-file'}>
      {text === undefined ? (
        ''
      ) : text.length <= cellLengthMax ? (
        text
      ) : (
        <details class="unfolds long-cell">
          <summary>{text.slice(0, cellLengthMax)}…</summary>
          {text}
        </details>
      )}
    </td>
  )
}
