import { addDecimals, type Decimal, formatDecimal, subtractDecimals } from '../base/decimal.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import { dayOf } from './ageing.ts'
import { type Amounts, decimalOf, parseAmounts, sumIn } from './currency-sums.ts'
import type { FoldedPeriod } from './folded-period.ts'

/** How a side came from its opening to its closing balance in one currency. A difference says that this side is wrong. */
export interface RollForward {
  readonly side: Side
  readonly currency: string
  readonly opening: string
  readonly read: string
  readonly closing: string
  /** closing − opening − read */
  readonly difference: string
  readonly faults: readonly StatementFault[]
}

/** A statement of a side in one currency, with the sum of its entries. Days are both included. */
export type PeriodStatement = {
  readonly name: string
  readonly currency: string
  readonly first: string
  readonly last: string
  readonly opening: string
  readonly entries: string
  readonly closing: string
}

/**
 * `does_not_add_up` is of one statement. The others are of a balance that differs from the one before: after days that no
 * statement has, on days that two statements have, or without either; `closing_differs` is of the last statement.
 */
export const statementFaultCodes = [
  'does_not_add_up',
  'days_missing',
  'days_twice',
  'opening_differs',
  'closing_differs',
] as const

export interface StatementFault {
  readonly code: (typeof statementFaultCodes)[number]
  /** The name of the statement. */
  readonly statement: string
  readonly expected: string
  readonly actual: string
}

export interface StatedBalances {
  readonly closing: BySide<Amounts>
  readonly statements: BySide<readonly PeriodStatement[]>
}

/** The source by currency, then the target. O(statements · log statements). */
export function rollForward(folded: FoldedPeriod, { closing, statements }: StatedBalances): readonly RollForward[] {
  return sides.flatMap((side) => {
    const openings = parseAmounts(folded.header?.balances[side] ?? {})
    const closings = parseAmounts(closing[side])
    const statementsByCurrency = Map.groupBy(statements[side], ({ currency }) => currency)
    const currencies = new Set([...openings.keys(), ...closings.keys(), ...folded.read[side].keys()])
    return [...currencies].sort().map((currency) => {
      const balances = { opening: sumIn(openings, currency), closing: sumIn(closings, currency) }
      const read = sumIn(folded.read[side], currency)
      const moved = subtractDecimals(balances.closing, balances.opening)
      return {
        side,
        currency,
        opening: formatDecimal(balances.opening),
        read: formatDecimal(read),
        closing: formatDecimal(balances.closing),
        difference: formatDecimal(subtractDecimals(moved, read)),
        faults: statementFaults(statementsByCurrency.get(currency) ?? [], balances),
      }
    })
  })
}

function statementFaults(
  statements: readonly PeriodStatement[],
  balances: { readonly opening: Decimal; readonly closing: Decimal },
): readonly StatementFault[] {
  const faults: StatementFault[] = []
  const compare = (
    code: StatementFault['code'],
    { name }: PeriodStatement,
    balance: readonly [string, string],
  ): void => {
    const [expected, actual] = balance
    if (expected !== actual) faults.push({ code, statement: name, expected, actual })
  }
  const ordered = statements.toSorted((a, b) => compareTexts(a.first, b.first) || compareTexts(a.last, b.last))
  let before: PeriodStatement | undefined
  for (const statement of ordered) {
    const { opening, entries, closing } = statement
    const sum = formatDecimal(addDecimals(decimalOf(opening), decimalOf(entries)))
    compare('does_not_add_up', statement, [sum, closing])
    const balance = before?.closing ?? formatDecimal(balances.opening)
    compare(seamOf(before, statement), statement, [balance, opening])
    before = statement
  }
  if (before !== undefined) compare('closing_differs', before, [formatDecimal(balances.closing), before.closing])
  return faults
}

function seamOf(before: PeriodStatement | undefined, { first }: PeriodStatement): StatementFault['code'] {
  if (before === undefined) return 'opening_differs'
  const days = dayOf(first) - dayOf(before.last)
  if (days === 1) return 'opening_differs'
  return days > 1 ? 'days_missing' : 'days_twice'
}

const compareTexts = (left: string, right: string): number => (left < right ? -1 : Number(left > right))
