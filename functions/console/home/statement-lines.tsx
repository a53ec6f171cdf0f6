import type { SidePreview } from '../engine-worker/engine-types.ts'
import { gapsIn, type StatementGap } from '../engine-worker/statement-balances.ts'
import { amountText } from '../parts/amount-text.ts'
import { dateText } from '../parts/locale-text.ts'
import { counted, periodText } from '../parts/plain-words.ts'

type Statement = SidePreview['statements'][number]

interface StatementLinesProps {
  readonly statements: readonly Statement[]
  /** The number of all statements, of which the first are given. */
  readonly count: number
}

/** The balances of a file's statements, whether they add up, and days that are missing between them or come twice. */
export function StatementLines({ statements, count }: StatementLinesProps) {
  if (count === 0) return null
  return (
    <>
      <ul class="statement-lines small">
        {statements.map((each) => (
          <li key={`${each.file ?? ''}:${each.line}`}>
            <span class="of-file">{each.account ?? each.reference ?? 'Statement'}</span>
            {hasDays(each) && `, ${periodText(each.period)}`}: {sumText(each)}
          </li>
        ))}
        {count > statements.length && <li>and {counted(count - statements.length, 'more statement')}</li>}
      </ul>
      {gapsIn(statements).map((gap) => (
        <p key={`${gap.kind} ${gap.account} ${gap.from}`} class="notice small of-file">
          {gapText(gap)}
        </p>
      ))}
    </>
  )
}

const hasDays = ({ period: { from, to } }: Statement): boolean => from !== null || to !== null

function sumText({ opening, closing, entryTotal, entryCount, currency, check, difference }: Statement): string {
  const entries = counted(entryCount, 'entry', 'entries')
  if (opening === null || closing === null) return `${entries}, no balances`
  const sum = `${amountText(opening, currency)} + ${entries} of ${amountText(entryTotal, currency)} = `
  if (check === 'balanced') return `${sum}${amountText(closing, currency)}, adds up`
  const off = difference === null ? '' : `, off by ${amountText(difference, currency)}`
  return `${sum.replace(/ = $/, '')}, closes with ${amountText(closing, currency)}${off}`
}

function gapText({ kind, account, from, to }: StatementGap): string {
  const of = account === null ? '' : ` of ${account}`
  const [first, last] = [dateText(from), dateText(to)]
  if (kind === 'gap')
    return `Days are missing between the statements${of}: after ${first} and before ${last}, with another balance.`
  if (kind === 'twice') return `The statement${of} from ${first} to ${last} is there twice: every payment counts twice.`
  return `Two statements${of} have the days from ${first} to ${last}: payments of these days may count twice.`
}
