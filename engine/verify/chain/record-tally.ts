import { addDecimals, type Decimal, formatDecimal } from '../../base/decimal.ts'
import type { Sha256 } from '../../base/hasher.ts'
import type { Side } from '../../record/side.ts'
import type { SideTotal } from '../../result/line.ts'
import type { TakeLine } from './artifact-reader.ts'
import type { Totals } from './chain-input.ts'
import {
  createRecordStore,
  type FoundRecord,
  type RecordFacts,
  type RecordStore,
  readRecord,
  type Sum,
} from './record-store.ts'

/**
 * The auditor's own control totals, added up from the stored lines. `engine/result/` adds up the same totals from the
 * columns of a run. The two share no code on purpose: otherwise the check would have the same bugs as the code that it
 * checks.
 */

export type Outcome = 'matched' | 'open' | 'excluded' | 'netted'

export interface RecordTally {
  readonly take: TakeLine
  fault(): string | undefined
  /** The fault of an id that two lines have. Of a side with parts it is none: the later record is `id#2` in the result. */
  repeatFault(): string | undefined
  /** Notes that a suggestion names the record; false for a record that is unknown or has an outcome. */
  readonly suggest: (id: string) => boolean
  readonly isSuggested: (id: string) => boolean
  /** Notes the outcome of a record. Returns the fault of an id that is unknown or already has an outcome. */
  record(id: string, outcome: Outcome): ControlAmount | string
  /** Whether the dataset has a record of this id; residuals are in no dataset. */
  isOfDataset(id: string): boolean
  has(id: string): boolean
  dateOf(id: string): string | undefined
  amountOf(id: string): ControlAmount | undefined
  /**
   * Adds a residual, and subtracts its amount from that of its origin. Returns the fault of an id that is already
   * known.
   */
  addResidual(residual: { readonly id: string; readonly origin: string; readonly amount: Decimal }): string | undefined
  /** Adds a residual of a match by hand. Its amount is subtracted from what is matched, maybe of records of the other side. */
  addDecided(residual: DecidedResidual): string | undefined
  count(outcome: Outcome): number
  withoutOutcome(): string | undefined
  sums(): { readonly [currency: string]: SideTotal }
  /** Has only currencies with an amount, like the totals of a dataset. */
  totals(): Totals
  period(): { readonly from: string | null; readonly to: string | null }
}

export interface DecidedResidual {
  readonly id: string
  readonly currency: string
  readonly date: string | undefined
  readonly amount: Decimal
}

export interface RecordTallies {
  readonly source: RecordTally
  readonly target: RecordTally
}

interface ControlAmount {
  readonly currency: string
  readonly amount: Decimal
}

/** The states of a record. With `none` and `suggested` it has no outcome. */
const stateOf = { none: 0, matched: 1, open: 2, excluded: 3, netted: 4, suggested: 5 } as const
const hasOutcome = (state: number): boolean => state !== stateOf.none && state !== stateOf.suggested

/** Takes 35 bytes a record. */
export function createRecordTally(sha256: Sha256, side: Side): RecordTally {
  const store = createRecordStore(sha256)
  const counts = { matched: 0, open: 0, excluded: 0, netted: 0 }
  const period: { from: string | null; to: string | null } = { from: null, to: null }
  let lineCount = 0
  let fault: string | undefined
  const repeats = createRepeats(store)
  return {
    take(text) {
      lineCount += 1
      const facts = readRecord(text)
      if (facts === undefined) {
        fault ??= `Line ${lineCount} of the ${side} is not a canonical record`
        return {}
      }
      if (!store.add(facts)) repeats.add(facts, `Line ${lineCount} of the ${side}`)
      extend(period, facts.date)
      return { id: facts.id }
    },
    fault: () => fault,
    repeatFault: repeats.fault,
    suggest(id) {
      const record = store.find(id)
      if (record === undefined || hasOutcome(record.state)) return false
      store.setState(record, stateOf.suggested)
      return true
    },
    isSuggested: (id) => store.find(id)?.state === stateOf.suggested,
    isOfDataset: (id) => store.find(id)?.isResidual === false,
    has: (id) => store.find(id) !== undefined,
    dateOf: (id) => store.find(id)?.group.date,
    amountOf(id) {
      const record = store.find(id)
      return record && controlAmountOf(store, record)
    },
    addResidual({ id, origin, amount }) {
      const record = store.find(origin)
      if (record !== undefined && store.addResidual(id, record, amount)) return undefined
      return `the ${side} record ${origin} is unknown or left over twice`
    },
    addDecided: (residual) =>
      store.addDecided(residual) ? undefined : `the ${side} has a record ${residual.id} already`,
    record(id, outcome) {
      const record = store.find(id)
      if (record === undefined) return `the ${side} has no record ${id}`
      if (hasOutcome(record.state)) return `the ${side} record ${id} is in two lines`
      counts[outcome] += 1
      return noteOutcome(store, record, outcome)
    },
    count: (outcome) => counts[outcome],
    withoutOutcome() {
      const record = store.firstIn((state) => !hasOutcome(state))
      return record && placeOf(record, side)
    },
    sums: () => Object.fromEntries(store.sums().map(([currency, sum]) => [currency, formatSum(sum)])),
    totals: () => totalsOf(store.sums()),
    period: () => ({ ...period }),
  }
}

function noteOutcome(store: RecordStore, record: FoundRecord, outcome: Outcome): ControlAmount {
  store.setState(record, stateOf[outcome])
  const recorded = controlAmountOf(store, record)
  const { amounts } = record.group.sum
  amounts[outcome] = addDecimals(amounts[outcome], recorded.amount)
  return recorded
}

/** Adds records whose ids other lines have: as `id#2`, or with the next number that is free. */
function createRepeats(store: RecordStore) {
  const lastNumbers = new Map<string, number>()
  let first: string | undefined
  return {
    fault: () => first,
    add(facts: RecordFacts, place: string): void {
      first ??= `${place} repeats the id ${facts.id}`
      let number = (lastNumbers.get(facts.id) ?? 1) + 1
      while (!store.add({ ...facts, id: `${facts.id}#${number}` })) number += 1
      lastNumbers.set(facts.id, number)
    },
  }
}

const controlAmountOf = (store: RecordStore, record: FoundRecord): ControlAmount => ({
  currency: record.group.currency,
  amount: store.amountOf(record),
})

const placeOf = ({ number, isResidual }: Pick<FoundRecord, 'number' | 'isResidual'>, side: Side): string =>
  isResidual ? `An item that a match left over of the ${side}` : `The ${side} record of line ${number + 1}`

const totalsOf = (sums: ReturnType<RecordStore['sums']>): Totals =>
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
