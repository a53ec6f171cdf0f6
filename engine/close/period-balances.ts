import { canonicalize } from '../base/canonical.ts'
import { hasOnlyMembers, isListOf, isObject, isText, isTimestamp, type ValueTest } from '../base/json-shape.ts'
import { parseOneLine } from '../base/one-line.ts'
import type { Parsed } from '../base/parsed.ts'
import type { Statement } from '../intake/rows/statement.ts'
import type { Side } from '../record/side.ts'
import type { Amounts } from './currency-sums.ts'
import { isSide } from './item-name.ts'
import type { Period } from './period-terms.ts'
import type { PeriodStatement, StatedBalances } from './roll-forward.ts'
import { isCurrency, isDay, isDecimal } from './shape-tests.ts'

/** The closing balances of a period, as people typed them and as statements have them. */
export type PeriodBalances = {
  readonly kind: 'tallystick/balances@1'
  /** In their order; of the same side and currency the last one counts, and wins over statements. */
  readonly typed: readonly TypedBalance[]
  readonly statements: readonly SideStatement[]
  /** By currency: why an amount stays unexplained. */
  readonly reasons: { readonly [currency: string]: string }
}

export type TypedBalance = {
  readonly side: Side
  readonly currency: string
  readonly amount: string
  readonly actor: string
  readonly time: string
}

export type SideStatement = PeriodStatement & { readonly side: Side; readonly account: string }

export const noBalances: PeriodBalances = { kind: 'tallystick/balances@1', typed: [], statements: [], reasons: {} }

/** A statement of a file as a statement of a side. Empty for one without both balances, a currency and days. */
export function sideStatementOf(
  { account, reference, currency, period: { from, to }, opening, closing, entryTotal }: Statement,
  { side, name }: { readonly side: Side; readonly name: string },
): readonly SideStatement[] {
  if (currency === null || from === null || to === null || opening === null || closing === null) return []
  const named = { side, account: account ?? '', name: reference ?? name }
  return [{ ...named, currency, first: from, last: to, opening, entries: entryTotal, closing }]
}

/** The statements without those that several files bring. */
export const distinctStatements = (statements: readonly SideStatement[]): readonly SideStatement[] => [
  ...new Map(statements.map((each) => [canonicalize(each), each])).values(),
]

/** `{"kind":"tallystick/balances@1","reasons":{},"statements":[],"typed":[…]}` and a newline. */
export const formatBalances = (balances: PeriodBalances): string => `${canonicalize(balances)}\n`

export const parseBalances = (text: string): Parsed<PeriodBalances> =>
  parseOneLine<PeriodBalances>(text, 'balances', {
    kind: (value) => value === 'tallystick/balances@1',
    typed: isListOf(hasOnlyMembers(typedTests)),
    statements: isListOf(hasOnlyMembers(statementTests)),
    reasons: (value) =>
      isObject(value) && Object.entries(value).every(([currency, reason]) => isCurrency(currency) && isText(reason)),
  })

/**
 * The closing balances by side and currency, and the statements within the period. Statements give the balance of a
 * currency where they are of one account: that of the last one. O(statements).
 */
export function statedBalances({ typed, statements }: PeriodBalances, period: Period): StatedBalances {
  const within = statements.filter(({ first, last }) => last >= period.first && last <= period.last && first <= last)
  const ofSide = (side: Side): readonly SideStatement[] => within.filter((each) => each.side === side)
  const closing = (side: Side): Amounts =>
    Object.fromEntries([
      ...closingOfStatements(ofSide(side)),
      ...typed.filter((each) => each.side === side).map(({ currency, amount }) => [currency, amount] as const),
    ])
  return {
    closing: { source: closing('source'), target: closing('target') },
    statements: { source: ofSide('source').map(shown), target: ofSide('target').map(shown) },
  }
}

const shown = ({ side, account, ...statement }: SideStatement): PeriodStatement => statement

function* closingOfStatements(statements: readonly SideStatement[]): Generator<readonly [string, string]> {
  for (const [currency, own] of Map.groupBy(statements, (each) => each.currency)) {
    const [last] = own.toSorted((a, b) => (a.last > b.last ? -1 : Number(a.last < b.last)))
    if (last !== undefined && new Set(own.map(({ account }) => account)).size === 1) yield [currency, last.closing]
  }
}

/** Currencies of a side that began with a balance or read records, and have no closing balance. */
export function missingBalances(
  read: ReadonlyMap<string, unknown>,
  { opening, closing }: { readonly opening: Amounts; readonly closing: Amounts },
): readonly string[] {
  return [...new Set([...Object.keys(opening), ...read.keys()])].filter((currency) => closing[currency] === undefined)
}

const typedTests = {
  side: isSide,
  currency: isCurrency,
  amount: isDecimal,
  actor: isText,
  time: isTimestamp,
} satisfies { readonly [member in keyof TypedBalance]: ValueTest }

const statementTests = {
  side: isSide,
  account: isText,
  name: isText,
  currency: isCurrency,
  first: isDay,
  last: isDay,
  opening: isDecimal,
  entries: isDecimal,
  closing: isDecimal,
} satisfies { readonly [member in keyof SideStatement]: ValueTest }
