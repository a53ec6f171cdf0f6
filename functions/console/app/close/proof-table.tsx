import { isBalanceRow, proofRowText, statementFaultTexts } from '@tallystick/audit/report/period-words'
import type { ProofRecord, ReconciliationRecord } from '@tallystick/client'
import { amountText } from '../../parts/amount-text.ts'
import { TableHead } from '../../parts/table-head.tsx'
import { sideWordsOf } from './side-words.ts'

export type Proof = ProofRecord['proofs'][number]

/** From the balance by the statement to that by the books, as accountants know it. */
export function ProofTable({ proof: { currency, rows, unexplained } }: { readonly proof: Proof }) {
  return (
    <div class="table-frame">
      <table class="proof">
        <caption class="hidden">Proof of balances</caption>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.what} ${row.side} ${row.label}`} class={isBalanceRow(row) ? 'is-balance' : undefined}>
              <th scope="row" class="of-file">
                {rowText(row)}
              </th>
              <td class="end count">{row.count ?? ''}</td>
              <td class="end amount">{amountText(row.amount, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {unexplained !== '0' && (
        <p class="notice app-notice">
          {amountText(unexplained, currency)} is not explained by open items: a file may be missing or read twice, or a
          balance may be mistyped.
        </p>
      )}
    </div>
  )
}

/** Which side it is, the words say already. */
const rowText = ({ side: _, ...row }: Proof['rows'][number]): string => {
  const text = proofRowText(row)
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

interface RollForwardProps {
  readonly rows: ProofRecord['rollForward']
  readonly terms: Pick<ReconciliationRecord, 'statement'>
}

/** How each side came from its opening to its closing balance. */
export function RollForwardTable({ rows, terms }: RollForwardProps) {
  const sideWords = sideWordsOf(terms)
  return (
    <section class="app-part">
      <h2>From opening to closing</h2>
      <div class="table-frame">
        <table class="stacked">
          <TableHead
            titles={['Side', 'Opening', 'Read', 'Closing', 'Difference']}
            numbers={['Opening', 'Read', 'Closing', 'Difference']}
          />
          <tbody>
            {rows.map(({ side, currency, opening, read, closing, difference, faults }) => (
              <tr key={`${side} ${currency}`}>
                <td data-label="Side">
                  {sideWords[side]}
                  {faults.map(({ code, statement }) => (
                    <span key={`${code} ${statement}`} class="small under of-file">
                      {statement} {statementFaultTexts[code]}
                    </span>
                  ))}
                </td>
                <td data-label="Opening" class="end amount">
                  {amountText(opening, currency)}
                </td>
                <td data-label="Read" class="end amount">
                  {amountText(read, currency)}
                </td>
                <td data-label="Closing" class="end amount">
                  {amountText(closing, currency)}
                </td>
                <td data-label="Difference" class={`end amount${difference === '0' ? '' : ' bad'}`}>
                  {amountText(difference, currency)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
