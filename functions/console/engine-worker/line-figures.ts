import { namesInLine, type RecordLine, type RecordName } from '@tallystick/audit/report/shown-record'
import {
  absolute,
  addDecimals,
  compareDecimals,
  type Decimal,
  formatDecimal,
  noCurrency,
  parseDecimal,
} from '@tallystick/engine/base'
import type { BySide, Side } from '@tallystick/engine/record'
import type { CompiledPolicy } from '@tallystick/engine/rules'
import type { Amounts } from './engine-types.ts'
import { oncePer } from './once-per.ts'
import type { FiguresOf, RecordFigures } from './record-figures.ts'

interface LineFigures {
  /** The amount without its sign; undefined where the line has no amount, or records of several currencies. */
  readonly amount: Decimal | undefined
  readonly currency: string
  readonly sums: BySide<SideSum | undefined>
  /** The day of the line's oldest record; undefined where no record has a date. */
  readonly oldestDay: number | undefined
  readonly recordCount: number
}

/** What the records of one side of a line add up to, with its sign. */
export interface SideSum {
  readonly amount: Decimal
  readonly currency: string
}

export interface LineRecord {
  readonly name: RecordName
  readonly figures: RecordFigures | undefined
}

/** The records of a line, source first. The near records of a break are left out. */
export const recordsOfLine = (line: RecordLine, figuresOf: FiguresOf): readonly LineRecord[] =>
  namesInLine(line.kind === 'break' ? { ...line, candidates: [], taken: [] } : line).map((name) => ({
    name,
    figures: figuresOf(name),
  }))

/**
 * Computes amount, currency and age of a line. The amount is the difference of a break, else the sum of the records of
 * the first record's side. Requires the records of the line and the policy of its run.
 */
export function lineFiguresOf(line: RecordLine, records: readonly LineRecord[], policy: CompiledPolicy): LineFigures {
  const [first] = records
  let [currency, isMixed] = [first?.figures?.currency ?? noCurrency, false]
  let oldestDay: number | undefined
  for (const { figures } of records) {
    if ((figures?.currency ?? noCurrency) !== currency) isMixed = true
    const day = figures?.day
    if (day !== undefined && (oldestDay === undefined || day < oldestDay)) oldestDay = day
  }
  const difference = line.kind === 'break' && line.difference !== undefined ? parseDecimal(line.difference) : undefined
  const only = isMixed ? onlyCurrencyOf(records) : currency
  const amount = difference ?? (only === undefined ? undefined : sumOfSide(records, first?.name.side))
  currency = only ?? noCurrency
  if (difference !== undefined) currency = conversionsOf(policy).get(failedRuleOf(line)) ?? currency
  const sums = { source: sideSum(records, 'source'), target: sideSum(records, 'target') }
  return { amount: amount && absolute(amount), currency, sums, oldestDay, recordCount: records.length }
}

/**
 * The currency of a line where some records have the same one and others have none. Undefined for several currencies,
 * and where the absolute sums of the two sides differ.
 */
function onlyCurrencyOf(records: readonly LineRecord[]): string | undefined {
  const currencies = new Set(records.map(({ figures }) => figures?.currency ?? noCurrency))
  currencies.delete(noCurrency)
  if (currencies.size !== 1) return undefined
  const [source, target] = [sumOfSide(records, 'source'), sumOfSide(records, 'target')]
  if (source === undefined || target === undefined) return undefined
  return compareDecimals(absolute(source), absolute(target)) === 0 ? [...currencies][0] : undefined
}

/** Undefined for a side without an amount, or of several currencies. */
function sideSum(records: readonly LineRecord[], side: Side): SideSum | undefined {
  const own = records.filter(({ name }) => name.side === side)
  const [currency = noCurrency, ...others] = new Set(own.map(({ figures }) => figures?.currency ?? noCurrency))
  const amount = others.length > 0 ? undefined : sumOfSide(own, side)
  return amount && { amount, currency }
}

function sumOfSide(records: readonly LineRecord[], side: Side | undefined): Decimal | undefined {
  let sum: Decimal | undefined
  for (const { name, figures } of records)
    if (figures?.amount !== undefined && name.side === side)
      sum = sum === undefined ? figures.amount : addDecimals(sum, figures.amount)
  return sum
}

/** The currency that each rule converts to, by the rule's id. Differences under that rule are in this currency. */
const conversionsOf = oncePer(
  ({ rules }: CompiledPolicy): ReadonlyMap<string | undefined, string> =>
    new Map(rules.flatMap(({ id, convert }) => (convert === undefined ? [] : [[id, convert.to]]))),
)

const failedRuleOf = (line: RecordLine): string | undefined => (line.kind === 'break' ? line.failed?.rule : undefined)

interface AmountSums {
  readonly add: (currency: string, amount: Decimal | undefined) => void
  readonly amounts: () => Amounts
}

export function createSums(): AmountSums {
  const sums = new Map<string, Decimal>()
  return {
    add(currency, amount) {
      if (amount === undefined) return
      const before = sums.get(currency)
      sums.set(currency, before === undefined ? amount : addDecimals(before, amount))
    },
    amounts: () => Object.fromEntries([...sums].sort().map(([currency, sum]) => [currency, formatDecimal(sum)])),
  }
}
