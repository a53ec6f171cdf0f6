import { absolute, compareDecimals } from '../base/decimal.ts'
import { pointerPart } from '../base/json-pointer.ts'
import { sides } from '../record/side.ts'
import { type Amounts, decimalOf } from './currency-sums.ts'
import type { DecisionKind } from './decision.ts'
import type { FoldedPeriod, PeriodItem } from './folded-period.ts'
import { missingBalances, statedBalances } from './period-balances.ts'
import type { ProvenPeriod } from './period-state.ts'
import type { ReadPeriod } from './read-period.ts'

/** Why a period cannot be submitted. `pointer` leads to what has to change: an item, a decision, a balance or a reason. */
export interface SubmissionFault {
  readonly code: (typeof submissionFaultCodes)[number]
  readonly pointer: string
  readonly detail: string
}

export const submissionFaultCodes = [
  'not_run',
  'undecided_item',
  'lapsed_decision',
  'proposed_decision',
  'balance_missing',
  'unexplained',
] as const

/** O(items). */
export function submissionFaults(
  period: ReadPeriod,
  folded: FoldedPeriod,
  { proof }: ProvenPeriod,
): readonly SubmissionFault[] {
  const { manifest, balances, result } = period
  const undecided = folded.items.filter((item) => item.state === 'undecided' && isMaterial(item, manifest.materiality))
  const waiting = folded.decisions.filter(({ state }) => state === 'lapsed' || state === 'proposed')
  return [
    ...(result.length === 0
      ? [{ code: 'not_run', pointer: '/run', detail: 'Got a period that was not run' } as const]
      : []),
    ...undecided.map(({ name }): SubmissionFault => {
      const detail = `Got the undecided item ${name.side}:${name.id}, wanted a decision about it`
      return { code: 'undecided_item', pointer: `/items/${name.side}/${pointerPart(name.id)}`, detail }
    }),
    ...waiting.map(({ decision, state, reason }): SubmissionFault => {
      const pointer = `/decisions/${pointerPart(decision)}`
      return state === 'lapsed'
        ? {
            ...{ code: 'lapsed_decision', pointer },
            detail: `Got the lapsed decision ${decision} (${reason}), wanted it acknowledged`,
          }
        : {
            ...{ code: 'proposed_decision', pointer },
            detail: `Got the decision ${decision} that waits for an approval by somebody else`,
          }
    }),
    ...balanceFaults(period, folded),
    ...proof
      .filter(({ currency, unexplained }) => unexplained !== '0' && !balances.reasons[currency])
      .map(
        ({ currency, unexplained }): SubmissionFault => ({
          ...{ code: 'unexplained', pointer: `/reasons/${currency}` },
          detail: `Got ${unexplained} ${currency} unexplained, wanted a reason for it`,
        }),
      ),
  ]
}

/** The closing balances that nobody has given and no statement has. */
export function balanceFaults(
  { manifest, balances, opening }: ReadPeriod,
  { read }: FoldedPeriod,
): readonly SubmissionFault[] {
  const { closing } = statedBalances(balances, manifest.period)
  return sides.flatMap((side) =>
    missingBalances(read[side], { opening: opening.header.balances[side], closing: closing[side] }).map(
      (currency): SubmissionFault => ({
        ...{ code: 'balance_missing', pointer: `/closing/${side}/${currency}` },
        detail: `Got no closing balance of the ${side} in ${currency}`,
      }),
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
  decisions.some(({ actor, kind }) => actor === key && isChanging(kind)) ||
  balances.typed.some(({ actor }) => actor === key)

/** Whether such a decision changes what a period comes to. */
export const isChanging = (kind: DecisionKind): boolean => changing.includes(kind)

const changing: readonly DecisionKind[] = ['match', 'accept', 'carry', 'unmatch', 'keep', 'withdraw', 'reopen']
