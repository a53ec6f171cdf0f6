import { absolute, compareDecimals } from '../base/decimal.ts'
import { sides } from '../record/side.ts'
import { type Amounts, decimalOf } from './currency-sums.ts'
import type { DecisionKind } from './decision.ts'
import type { FoldedPeriod, PeriodItem } from './folded-period.ts'
import { missingBalances, statedBalances } from './period-balances.ts'
import type { ProvenPeriod } from './period-state.ts'
import type { ReadPeriod } from './read-period.ts'

/** Why a period cannot be submitted, a sentence each. O(items). */
export function submissionFaults(period: ReadPeriod, folded: FoldedPeriod, { proof }: ProvenPeriod): readonly string[] {
  const { manifest, balances, result } = period
  const undecided = folded.items.filter((item) => item.state === 'undecided' && isMaterial(item, manifest.materiality))
  const waiting = folded.decisions.filter(({ state }) => state === 'lapsed' || state === 'proposed')
  return [
    ...(result.length === 0 ? ['Got a period that was not run'] : []),
    ...undecided.map(({ name }) => `Got the undecided item ${name.side}:${name.id}, wanted a decision about it`),
    ...waiting.map(({ decision, state, reason }) =>
      state === 'lapsed'
        ? `Got the lapsed decision ${decision} (${reason}), wanted it acknowledged`
        : `Got the decision ${decision} that waits for an approval by somebody else`,
    ),
    ...balanceFaults(period, folded),
    ...proof
      .filter(({ currency, unexplained }) => unexplained !== '0' && !balances.reasons[currency])
      .map(({ currency, unexplained }) => `Got ${unexplained} ${currency} unexplained, wanted a reason for it`),
  ]
}

/** The closing balances that nobody has given and no statement has, a sentence each. */
export function balanceFaults({ manifest, balances, opening }: ReadPeriod, { read }: FoldedPeriod): readonly string[] {
  const { closing } = statedBalances(balances, manifest.period)
  return sides.flatMap((side) =>
    missingBalances(read[side], { opening: opening.header.balances[side], closing: closing[side] }).map(
      (currency) => `Got no closing balance of the ${side} in ${currency}`,
    ),
  )
}

const isMaterial = ({ amount, currency }: PeriodItem, { [currency]: bound = '0' }: Amounts): boolean =>
  compareDecimals(absolute(amount), decimalOf(bound)) > 0

/** Whether a key changed the period: then it approves nothing of it. */
export const hasWorkedOn = (
  { decisions, balances }: Pick<ReadPeriod, 'decisions' | 'balances'>,
  key: string,
): boolean =>
  decisions.some(({ actor, kind }) => actor === key && changing.includes(kind)) ||
  balances.typed.some(({ actor }) => actor === key)

const changing: readonly DecisionKind[] = ['match', 'accept', 'carry', 'unmatch', 'keep', 'withdraw', 'reopen']
