import type { RunOverview } from '../engine-worker/engine-types.ts'
import { amountText } from '../parts/amount-text.ts'
import { dateText } from '../parts/locale-text.ts'
import { proofTables } from './proof-rows.ts'

/** How the closing balance that a file states leads to that of the other side. Nothing where no file states one. */
export function BalanceProof({ run }: { readonly run: RunOverview }) {
  const tables = proofTables(run)
  if (tables.length === 0) return null
  return (
    <section class="card balance-proof">
      <h2>Balances</h2>
      {tables.map(({ currency, to, rows }) => (
        <table key={currency} class="figure-table">
          <caption>
            {currency}
            {to !== null && `, ${dateText(to)}`}
          </caption>
          <tbody>
            {rows.map(({ label, amount, kind }) => (
              <tr key={label} class={`proof-${kind}`}>
                <th scope="row" class="of-file">
                  {label}
                </th>
                <td class="number amount">{amountText(amount, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </section>
  )
}
