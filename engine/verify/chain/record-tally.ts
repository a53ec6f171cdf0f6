import { addDecimals, type Decimal, formatDecimal } from '../../base/decimal.ts'
import type { Sha256 } from '../../base/hasher.ts'
import type { Side } from '../../record/side.ts'
import type { SideTotal } from '../../result/line.ts'
import type { TakeLine } from './artifact-reader.ts'
import type { Totals } from './chain-input.ts'
import { type BookedRecord, createRecordBook, type RecordBook, type Sum } from './record-book.ts'
import { readRecord } from './record-facts.ts'

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
  /** Notes that the record is in a suggestion; false where there is no such record, or it has an outcome. */
  readonly suggest: (id: string) => boolean
  /** Whether the record is in a suggestion and has no outcome yet. */
  readonly isSuggested: (id: string) => boolean
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
  /** A record that has no outcome, in words, if there is one. */
  withoutOutcome(): string | undefined
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

/** The states of a record: without an outcome, the outcomes, and without an outcome but in a suggestion. */
const stateOf = { none: 0, matched: 1, open: 2, excluded: 3, netted: 4, suggested: 5 } as const
const hasOutcome = (state: number): boolean => state !== stateOf.none && state !== stateOf.suggested

/** An empty tally; `side` names it in faults. 35 bytes a record: see `RecordBook`. */
export function createRecordTally(sha256: Sha256, side: Side): RecordTally {
  const book = createRecordBook(sha256)
  const counts = { matched: 0, open: 0, excluded: 0, netted: 0 }
  const period: { from: string | null; to: string | null } = { from: null, to: null }
  let lineCount = 0
  let fault: string | undefined
  return {
    take(text) {
      lineCount += 1
      const facts = readRecord(text)
      if (facts === undefined || !book.add(facts)) {
        fault ??= `Line ${lineCount} of the ${side} ${facts ? `repeats the id ${facts.id}` : 'is not a canonical record'}`
        return {}
      }
      extend(period, facts.date)
      return { id: facts.id }
    },
    fault: () => fault,
    suggest(id) {
      const record = book.find(id)
      if (record === undefined || hasOutcome(record.state)) return false
      book.setState(record, stateOf.suggested)
      return true
    },
    isSuggested: (id) => book.find(id)?.state === stateOf.suggested,
    isOfDataset: (id) => book.find(id)?.isRest === false,
    has: (id) => book.find(id) !== undefined,
    dateOf: (id) => book.find(id)?.group.date,
    amountOf(id) {
      const record = book.find(id)
      return record && controlAmountOf(book, record)
    },
    addRest({ id, origin, amount }) {
      const record = book.find(origin)
      if (record !== undefined && book.addRest(id, record, amount)) return undefined
      return `the ${side} record ${origin} is unknown or left over twice`
    },
    record(id, outcome) {
      const record = book.find(id)
      if (record === undefined) return `the ${side} has no record ${id}`
      if (hasOutcome(record.state)) return `the ${side} record ${id} is in two lines`
      book.setState(record, stateOf[outcome])
      counts[outcome] += 1
      const recorded = controlAmountOf(book, record)
      const { amounts } = record.group.sum
      amounts[outcome] = addDecimals(amounts[outcome], recorded.amount)
      return recorded
    },
    count: (outcome) => counts[outcome],
    withoutOutcome() {
      const record = book.firstIn((state) => !hasOutcome(state))
      return record && placeOf(record, side)
    },
    sums: () => Object.fromEntries(book.sums().map(([currency, sum]) => [currency, formatSum(sum)])),
    totals: () => totalsOf(book.sums()),
    period: () => ({ ...period }),
  }
}

const controlAmountOf = (book: RecordBook, record: BookedRecord): ControlAmount => ({
  currency: record.group.currency,
  amount: book.amountOf(record),
})

const placeOf = ({ number, isRest }: Pick<BookedRecord, 'number' | 'isRest'>, side: Side): string =>
  isRest ? `An item that a match left over of the ${side}` : `The ${side} record of line ${number + 1}`

const totalsOf = (sums: ReturnType<RecordBook['sums']>): Totals =>
  Object.fromEntries(
    sums
      .filter(([, { hasAmount }]) => hasAmount)
      .map(([currency, { amounts }]) => [currency, formatDecimal(amounts.total)]),
  )

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
