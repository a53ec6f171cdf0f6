import { sizeOfAmount } from '@tallystick/audit/base/amount'
import { sizeWordsOf } from '@tallystick/audit/report/size-words'
import type { BreakLine } from '@tallystick/engine/result'
import type { ShownLine } from '../engine-worker/engine-types.ts'
import { amountText } from '../parts/amount-text.ts'
import { counted } from '../parts/plain-words.ts'
import { pairAmounts } from './pair-amounts.ts'

/** The few words that head a line: `0.07 EUR short in target`, `100.00 EUR matched`. */
export function titleOf(shown: ShownLine): string {
  const { rows, amount, currency, recordCounts } = shown
  const [head] = rows
  if (head === undefined) return 'A line without records'
  const { line } = head
  const shownAmount = amount === null ? undefined : amountText(amount, currency)
  if (line.kind === 'break')
    return breakTitle(line, {
      shownAmount,
      currency,
      amounts: pairAmounts(shown),
      targetCurrency: head.target?.currency ?? null,
    })
  const sides = [recordCounts.source, recordCounts.target] as const
  const shape = line.kind === 'match' && sides.some((count) => count > 1) ? `, ${sides[0]} to ${sides[1]}` : ''
  return `${shownAmount ?? counted(sides[0] + sides[1], 'record')} ${settledWords[line.kind]}${shape}`
}

const settledWords = {
  match: 'matched',
  suggestion: 'suggested',
  excluded: 'left out',
  netted: 'netted to zero',
} as const

interface TitleFigures {
  readonly shownAmount: string | undefined
  readonly currency: string
  readonly amounts: ReturnType<typeof pairAmounts>
  readonly targetCurrency: string | null
}

type BreakTitle = (line: BreakLine, shownAmount: TitleFigures) => string | undefined

function breakTitle(line: BreakLine, shownAmount: TitleFigures): string {
  return titles[line.reason](line, shownAmount) ?? fallbacks[line.reason]
}

const withAmount =
  (words: string): BreakTitle =>
  (_, { shownAmount }) =>
    shownAmount === undefined ? undefined : `${shownAmount} ${words}`

const titles: { readonly [reason in BreakLine['reason']]: BreakTitle } = {
  missing_in_target: withAmount('missing in target'),
  missing_in_source: withAmount('missing in source'),
  amount_mismatch: differenceTitle,
  sum_mismatch: differenceTitle,
  date_mismatch: ({ days }) =>
    days === undefined ? undefined : `${counted(Math.abs(days), 'day')} ${days > 0 ? 'later' : 'earlier'} in target`,
  currency_mismatch: withAmount('in another currency'),
  ambiguous: withAmount('fits several records'),
  duplicate: withAmount('there too often'),
  subset_limit: withAmount('with too many possible sums'),
  group_too_large: () => undefined,
}

const fallbacks: { readonly [reason in BreakLine['reason']]: string } = {
  missing_in_target: 'Missing in target',
  missing_in_source: 'Missing in source',
  amount_mismatch: 'The amounts differ',
  sum_mismatch: 'The group does not add up',
  date_mismatch: 'The dates differ',
  currency_mismatch: 'The currencies differ',
  ambiguous: 'Several records fit',
  duplicate: 'There too often',
  subset_limit: 'Too many possible sums',
  group_too_large: 'Too many records to compare',
}

function differenceTitle(
  { difference, hint }: BreakLine,
  { currency, amounts, targetCurrency }: TitleFigures,
): string | undefined {
  if (difference === undefined) return undefined
  if (hint === 'opposite_sign')
    return amounts.target === undefined
      ? undefined
      : `${amountText(sizeOfAmount(amounts.target), targetCurrency)} with the opposite sign`
  const { standing, suffix } = sizeWordsOf({ difference, ...amounts })
  const size = amountText(sizeOfAmount(difference), currency)
  return standing === 'apart' ? `${size} apart` : `${size} ${standing === 'less' ? 'short' : 'over'} in target${suffix}`
}
