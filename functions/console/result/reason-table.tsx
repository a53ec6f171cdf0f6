import type { ReasonTally, RunOverview } from '../engine-worker/engine-types.ts'
import { plainQuery } from '../engine-worker/line-types.ts'
import { amountText } from '../parts/amount-text.ts'
import { dateText } from '../parts/locale-text.ts'
import { codeText, counted, grouped } from '../parts/plain-words.ts'
import { TableHead } from '../parts/table-head.tsx'
import type { AddressState } from './use-address.ts'

interface ReasonRequest {
  readonly run: RunOverview
  /** Opens the breaks of a reason. Without it, reasons are plain text. */
  readonly go?: AddressState['go']
}

export function ReasonTable({ run: { reasons, asOf }, go }: ReasonRequest) {
  if (reasons.length === 0)
    return (
      <section class="card reasons">
        <h2>Breaks</h2>
        <p>Nothing is open: every record was matched, netted or left out by a rule.</p>
      </section>
    )
  const most = reasons.reduce((count, reason) => Math.max(count, reason.count), 0)
  return (
    <section class="card reasons">
      <h2>Breaks by reason</h2>
      <table class="figure-table">
        <TableHead
          titles={['Reason', 'Breaks', 'At stake', 'Oldest, days']}
          numbers={['Breaks', 'At stake', 'Oldest, days']}
        />
        <tbody>
          {reasons.map((reason) => (
            <ReasonRow key={reason.reason} tally={reason} most={most} go={go} />
          ))}
        </tbody>
      </table>
      <p class="small soft">
        At stake is the difference, or the amounts of the open records, without their signs.
        {asOf !== null && ` Ages are days up to ${dateText(asOf)}, the newest date of any record.`}
      </p>
    </section>
  )
}

interface RowRequest {
  readonly tally: ReasonTally
  readonly most: number
  readonly go: ReasonRequest['go']
}

function ReasonRow({ tally: { reason, count, recordCount, value, oldestDays }, most, go }: RowRequest) {
  const amounts = Object.entries(value)
  return (
    <tr>
      <th scope="row">
        {go === undefined ? (
          codeText(reason)
        ) : (
          <button
            type="button"
            class="link"
            onClick={() => go({ tab: 'breaks', query: { ...plainQuery('breaks'), reasons: [reason] } }, 'push')}
          >
            {codeText(reason)}
          </button>
        )}
        <svg class="bars thin" width="100%" height="6" aria-hidden="true">
          <rect class="bar open" width={`${(100 * count) / most}%`} height="6" rx="1.5" />
        </svg>
      </th>
      <td class="number">
        <span class="count">{grouped(count)}</span>
        <span class="small soft under">{counted(recordCount, 'record')}</span>
      </td>
      <td class="number">
        {amounts.map(([currency, amount]) => (
          <span key={currency} class="amount under">
            {amountText(amount, currency)}
          </span>
        ))}
      </td>
      <td class="number count">{oldestDays === null ? 'no date' : grouped(oldestDays)}</td>
    </tr>
  )
}
