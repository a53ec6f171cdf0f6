import type { DatasetSummary } from '@tallystick/engine/intake'
import { localeAmount } from '../parts/locale-text.ts'
import { grouped, periodText } from '../parts/plain-words.ts'
import { TableHead } from '../parts/table-head.tsx'

type Statement = DatasetSummary['statements'][number]

const statementCountMax = 100

/** A statement may have balances without a currency. */
const balanceText = (amount: string | null, currency: string | null): string =>
  amount === null ? '–' : localeAmount(amount, currency ?? undefined)

export function StatementTable({ statements }: { readonly statements: readonly Statement[] }) {
  return (
    <div class="table-frame">
      <table class="stacked">
        <caption>
          Statements
          {statements.length > statementCountMax && `, the first ${statementCountMax} of ${grouped(statements.length)}`}
        </caption>
        <TableHead
          titles={['Account', 'Period', 'Opening', 'Entries', 'Sum', 'Closing', 'Adds up']}
          numbers={['Opening', 'Entries', 'Sum', 'Closing']}
        />
        <tbody>
          {statements.slice(0, statementCountMax).map((each) => (
            <StatementRow key={`${each.file ?? ''}:${each.line}`} statement={each} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function StatementRow({ statement }: { readonly statement: Statement }) {
  const { account, reference, currency, period, opening, closing, entryCount, entryTotal, difference } = statement
  return (
    <tr>
      <td data-label="Account" class="of-file">
        {account ?? reference ?? '–'} <span class="soft">{currency}</span>
      </td>
      <td data-label="Period">{periodText(period)}</td>
      <td data-label="Opening" class="end amount">
        {balanceText(opening, currency)}
      </td>
      <td data-label="Entries" class="end count">
        {grouped(entryCount)}
      </td>
      <td data-label="Sum" class="end amount">
        {balanceText(entryTotal, currency)}
      </td>
      <td data-label="Closing" class="end amount">
        {balanceText(closing, currency)}
      </td>
      <td data-label="Adds up">
        {statement.check === 'balanced' ? (
          <span class="state good">yes</span>
        ) : difference === null ? (
          <span class="state">not stated</span>
        ) : (
          <span class="state warn">off by {balanceText(difference, currency)}</span>
        )}
      </td>
    </tr>
  )
}
