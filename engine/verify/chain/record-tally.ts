import { noCurrency } from '../../base/currency.ts'
import { addDecimals, type Decimal, formatDecimal, parseDecimal, subtractDecimals, zero } from '../../base/decimal.ts'
import { isObject, isText, parseLine } from '../../base/json-shape.ts'
import type { Side } from '../../record/side.ts'
import type { SideTotal } from '../../result/line.ts'
import type { TakeLine } from './artifact-reader.ts'
import type { Totals } from './chain-input.ts'

/**
 * The auditor's own control totals, added up from the stored lines. `engine/result/` adds up the same totals from the
 * columns of a run. The two share no code on purpose: a check that shared code with what it checks would share its bugs.
 */

/** What a result line says about a record. */
export type Outcome = 'matched' | 'open' | 'excluded' | 'netted'

/** The records of one side, read from the dataset's lines, and the outcomes that the result gave them so far. */
export interface RecordTally {
  readonly take: TakeLine
  /** The first line that is no record, or repeats an id, in words; or undefined. */
  fault(): string | undefined
  /** Whether there is a record of this id that has no outcome yet. */
  readonly hasNoOutcome: (id: string) => boolean
  /**
   * Records the outcome of a record. Comes back with a fault in words, and changes nothing, when the id is unknown or
   * has an outcome.
   */
  record(id: string, outcome: Outcome): ControlAmount | string
  /** Whether the dataset has a record of this id; a rest is of no dataset. */
  isOfDataset(id: string): boolean
  /** Whether there is a record or a rest of this id. */
  has(id: string): boolean
  dateOf(id: string): string | undefined
  /** What a record or a rest counts; undefined for an unknown id. */
  amountOf(id: string): ControlAmount | undefined
  /** Adds a rest as an item of its own, which its origin counts no more; a fault in words when the item is there already. */
  addRest(rest: { readonly id: string; readonly origin: string; readonly amount: Decimal }): string | undefined
  /** How many records have an outcome. */
  count(outcome: Outcome): number
  /** A record that has no outcome, if there is one. */
  idWithoutOutcome(): string | undefined
  /** Counts and sums by currency, as the last line of a result has them. */
  sums(): { readonly [currency: string]: SideTotal }
  /** Control totals as the dataset has them: only currencies in which some record has an amount. */
  totals(): Totals
  period(): { readonly from: string | null; readonly to: string | null }
}

/** The tallies of both sides. */
export interface RecordTallies {
  readonly source: RecordTally
  readonly target: RecordTally
}

/** The amount with which a record counts in the control totals. */
export interface ControlAmount {
  readonly currency: string
  readonly amount: Decimal
}

interface Sum {
  count: number
  /** Whether some record of the currency has an amount. */
  hasAmount: boolean
  readonly amounts: { [part in 'total' | Outcome]: Decimal }
}

interface TalliedRecord extends ControlAmount {
  amount: Decimal
  readonly date: string | undefined
  readonly isRest: boolean
  readonly sum: Sum
  outcome: Outcome | undefined
}

/** An empty tally; `side` names it in faults. About 200 bytes a record. */
export function createRecordTally(side: Side): RecordTally {
  const recordById = new Map<string, TalliedRecord>()
  const sumByCurrency = new Map<string, Sum>()
  const counts = { matched: 0, open: 0, excluded: 0, netted: 0 }
  const period: { from: string | null; to: string | null } = { from: null, to: null }
  let lineCount = 0
  let fault: string | undefined

  return {
    take(text) {
      lineCount += 1
      const facts = readRecord(text)
      if (facts === undefined || recordById.has(facts.id)) {
        fault ??= `Line ${lineCount} of the ${side} ${facts ? `repeats the id ${facts.id}` : 'is not a canonical record'}`
        return {}
      }
      const { id, currency, amount, date } = facts
      const sum = addToSum(sumByCurrency, currency, amount)
      recordById.set(id, { currency, amount: amount ?? zero, date, isRest: false, sum, outcome: undefined })
      extend(period, date)
      return { id }
    },
    fault: () => fault,
    hasNoOutcome(id) {
      const record = recordById.get(id)
      return record !== undefined && record.outcome === undefined
    },
    isOfDataset: (id) => recordById.get(id)?.isRest === false,
    has: (id) => recordById.has(id),
    dateOf: (id) => recordById.get(id)?.date,
    amountOf: (id) => recordById.get(id),
    addRest: (rest) => addRestTo(recordById, side, rest),
    record(id, outcome) {
      const record = recordById.get(id)
      if (record === undefined) return `the ${side} has no record ${id}`
      if (record.outcome !== undefined) return `the ${side} record ${id} is in two lines`
      record.outcome = outcome
      counts[outcome] += 1
      const { amounts } = record.sum
      amounts[outcome] = addDecimals(amounts[outcome], record.amount)
      return record
    },
    count: (outcome) => counts[outcome],
    idWithoutOutcome() {
      for (const [id, { outcome }] of recordById) if (outcome === undefined) return id
      return undefined
    },
    sums: () => Object.fromEntries([...sumByCurrency].map(([currency, sum]) => [currency, formatSum(sum)])),
    totals: () =>
      Object.fromEntries(
        [...sumByCurrency]
          .filter(([, { hasAmount }]) => hasAmount)
          .map(([currency, { amounts }]) => [currency, formatDecimal(amounts.total)]),
      ),
    period: () => ({ ...period }),
  }
}

/** See `RecordTally.addRest`. */
function addRestTo(
  recordById: Map<string, TalliedRecord>,
  side: Side,
  { id, origin, amount }: Parameters<RecordTally['addRest']>[0],
): string | undefined {
  const record = recordById.get(origin)
  if (record === undefined || recordById.has(id)) return `the ${side} record ${origin} is unknown or left over twice`
  record.amount = subtractDecimals(record.amount, amount)
  record.sum.count += 1
  recordById.set(id, { ...record, amount, isRest: true, outcome: undefined })
  return undefined
}

interface RecordFacts {
  readonly id: string
  readonly currency: string
  /** The control amount: `amount`, else `net`, else `gross`. */
  readonly amount: Decimal | undefined
  readonly date: string | undefined
}

function readRecord(text: string | undefined): RecordFacts | undefined {
  const record = parseLine(text)
  if (!isObject(record)) return undefined
  const { id, amount, net, gross, date } = record
  const currency = record['currency'] ?? noCurrency
  const written = amount ?? net ?? gross
  const value = isText(written) ? parseDecimal(written) : undefined
  const isAmountValid = written === undefined || value !== undefined
  if (!isText(id) || !isText(currency) || !isAmountValid || (date !== undefined && !isText(date))) return undefined
  return { id, currency, amount: value, date }
}

function addToSum(sums: Map<string, Sum>, currency: string, amount: Decimal | undefined): Sum {
  const sum = sums.get(currency) ?? {
    count: 0,
    hasAmount: false,
    amounts: { total: zero, matched: zero, open: zero, excluded: zero, netted: zero },
  }
  sum.count += 1
  sum.hasAmount ||= amount !== undefined
  sum.amounts.total = addDecimals(sum.amounts.total, amount ?? zero)
  sums.set(currency, sum)
  return sum
}

function extend(period: { from: string | null; to: string | null }, date: string | undefined): void {
  if (date === undefined) return
  if (period.from === null || date < period.from) period.from = date
  if (period.to === null || date > period.to) period.to = date
}

const formatSum = ({ count, amounts }: Sum): SideTotal => ({
  count,
  total: formatDecimal(amounts.total),
  matched: formatDecimal(amounts.matched),
  open: formatDecimal(amounts.open),
  excluded: formatDecimal(amounts.excluded),
  netted: formatDecimal(amounts.netted),
})
