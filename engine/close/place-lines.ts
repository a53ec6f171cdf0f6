import type { Pace, Slices } from '../base/slices.ts'
import type { CanonicalRecord } from '../record/record.ts'
import { type Side, sides } from '../record/side.ts'
import type { NettedLine } from '../result/line.ts'
import { combineSums, decimalOf } from './currency-sums.ts'
import {
  acceptedDifference,
  addItem,
  countAccepted,
  countExchanged,
  currenciesOf,
  differenceOf,
  type FoldState,
  settle,
} from './fold-state.ts'
import { dateOf, type Item, newItem } from './item.ts'
import { type ItemName, keyOfItem } from './item-name.ts'
import { leaveResidual } from './leave-residual.ts'
import { factorOf } from './period-terms.ts'
import { idsIn, type PeriodLine, type PeriodMatch } from './shown-line.ts'

/** A record that a run read: its name, and the id by which the run shows it. */
export interface ReadRecord {
  readonly name: ItemName
  readonly shownId: string
  readonly record: CanonicalRecord
}

/** A line of the run's result with all records of the run's parts that it names. */
export interface PlacedRecords {
  readonly line: PeriodLine
  readonly records: readonly ReadRecord[]
}

/** Makes items of the records of lines. Matches of residuals wait for the matches that left them. O(records). */
export function* placeLines(state: FoldState, lines: readonly PlacedRecords[], pace: Pace): Slices<void> {
  const makers = new Map<string, PlacedRecords>()
  for (const entry of lines)
    if (entry.line.kind === 'match' && entry.line.residual !== undefined)
      makers.set(`${entry.line.residual.side} ${entry.line.residual.id}`, entry)
  const placer: Placer = { state, makers, residuals: new Map(), begun: new Set() }
  for (const entry of lines) {
    place(placer, entry)
    if (pace.endsSlice(stepsOfRecord * (1 + entry.records.length))) yield
  }
}

const stepsOfRecord = 400

interface Placer {
  readonly state: FoldState
  /** The match that left a residual, and then the residual, by `side id` as the run shows it. */
  readonly makers: ReadonlyMap<string, PlacedRecords>
  readonly residuals: Map<string, Item>
  readonly begun: Set<PlacedRecords>
}

function place(placer: Placer, entry: PlacedRecords): void {
  if (placer.begun.has(entry)) return
  placer.begun.add(entry)
  const { line } = entry
  const items = itemsOf(placer, entry)
  const all = sides.flatMap((side) => [...items[side].values()])
  if (line.kind === 'match') placeMatch(placer, line, items)
  else if (line.kind === 'netted') placeNetted(placer.state, line, all)
  else if (line.kind === 'excluded') for (const item of all) item.setAside = 'excluded'
  else
    for (const item of all) {
      item.reason = line.reason
      item.cause = line.cause
    }
}

type ItemsById = { readonly [side in Side]: ReadonlyMap<string, Item> }

function itemsOf(placer: Placer, { line, records }: PlacedRecords): ItemsById {
  const ofSide = (side: Side): ReadonlyMap<string, Item> => {
    const read = new Map(records.flatMap((each) => (each.name.side === side ? [[each.shownId, each]] : [])))
    return new Map(idsIn(line, side).map((id) => [id, itemOf(placer, { side, id, read: read.get(id) })]))
  }
  return { source: ofSide('source'), target: ofSide('target') }
}

function itemOf(
  placer: Placer,
  { side, id, read }: { readonly side: Side; readonly id: string; readonly read: ReadRecord | undefined },
): Item {
  if (read !== undefined) return itemOfRecord(placer.state, read)
  const key = `${side} ${id}`
  const maker = placer.makers.get(key)
  if (maker !== undefined) place(placer, maker)
  const residual = placer.residuals.get(key)
  if (residual === undefined) throw new Error(`Got a line of the ${side} record ${id} without the record`)
  return residual
}

/** The item of a record: that of the opening, or a new one. */
export function itemOfRecord(state: FoldState, { name, record }: Pick<ReadRecord, 'name' | 'record'>): Item {
  const known = state.items.get(keyOfItem(name))
  if (known !== undefined) return known
  const { period } = state.terms
  const date = dateOf(record)
  const firstSeen = { period: period.name, date: date ?? period.last }
  const isLate = date !== undefined && date < period.first
  return addItem(state, newItem({ name, record, part: 'dataset', firstSeen, isLate }))
}

function placeMatch({ state, residuals }: Placer, line: PeriodMatch, items: ItemsById): void {
  const { decision, rule, residual: left } = line
  const by = decision === undefined ? 'rule' : 'decision'
  const all = sides.flatMap((side) => [...items[side].values()])
  const label = line.variance ?? 'unlabelled'
  const acceptedAs = by === 'decision' && left !== undefined ? line.variance : undefined
  const settled = settle({ by, rule, decision, items: all, label, acceptedAs, residual: undefined })
  if (left !== undefined) {
    const { side, id } = left
    const originId = id.replace(/~[1-9]\d*$/, '')
    const origin = items[side].get(originId) ?? items.source.get(originId) ?? items.target.get(originId)
    if (origin === undefined) throw new Error(`Got the residual ${id} without the record that it is of`)
    const residual = leaveResidual(state, settled, { origin, side, amount: decimalOf(left.amount) })
    residuals.set(`${side} ${id}`, residual)
  }
  if (currenciesOf(all).size > 1) {
    const sums = acceptedDifference(state.terms, settled)
    countExchanged(state, 1, sums)
    countAccepted(state, label, { factor: -1, sums })
  }
}

/**
 * A run counts what netted groups accept as it counts matches, target − source. Where one side is turned, the
 * difference of a group of the target has the other sign in the proof.
 */
function placeNetted(state: FoldState, line: NettedLine, items: readonly Item[]): void {
  const label = line.variance ?? 'unlabelled'
  const { rule } = line
  settle({ by: 'netted', rule, decision: undefined, items, label, acceptedAs: undefined, residual: undefined })
  if (line.side === 'source' || factorOf(state.terms, 'target') === -1) return
  const sums = differenceOf(state.terms, items)
  countAccepted(state, label, { factor: 1, sums: combineSums(sums, 1, sums) })
}
