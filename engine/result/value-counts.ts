import { at, byteAt, int32At } from '../base/at.ts'
import { formatDate, parseDate } from '../base/date.ts'
import type { Slices } from '../base/slices.ts'
import { absentDay } from '../record/columns.ts'
import type { Table } from '../record/table.ts'
import { textPlaces } from '../record/text-places.ts'

/** The fields whose values records may have in common for a cause, see `causes.ts`. */
const causeFields = ['type', 'counterparty', 'date'] as const
export type CauseField = (typeof causeFields)[number]

/** How many records are open, and how many are matched or netted. */
export interface Standing {
  readonly open: number
  readonly settled: number
}

/** Counts of the records of a side that are not excluded. JSON, so that counts of parts can be stored and added. */
export interface SideCounts extends Standing {
  /** The first and the last day; undefined where no record has a date. */
  readonly days?: readonly [string, string]
  /**
   * Of each field, the counts of the wanted values in their order. Of a value with more settled than open records of a
   * whole side, maybe not all settled ones are counted.
   */
  readonly values: { readonly [field in CauseField]: readonly Standing[] }
}

export type WantedValues = { readonly [field in CauseField]: readonly string[] }

/** The state of a row; undefined for an excluded one. */
export type StandingOf = (row: number) => keyof Standing | undefined

interface CountedRows {
  readonly table: Table
  readonly standingOf: StandingOf
  /** Whether the table has all records of the side. Counting then ends where no value can be a cause any more. */
  readonly isWhole: boolean
}

/** Counts the rows of a table, and those with each of the wanted values. O(rows). */
export function* countSide({ table, standingOf, isWhole }: CountedRows, wanted: WantedValues): Slices<SideCounts> {
  const days = table.date('date')
  const standings = new Uint8Array(table.rowCount)
  const all = { open: 0, settled: 0 }
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let row = 0; row < table.rowCount; row++) {
    if (row % rowsOfSlice === 0) yield
    const standing = standingOf(row)
    if (standing === undefined) continue
    standings[row] = standing === 'open' ? open : settled
    all[standing] += 1
    const day = int32At(days, row)
    if (day === absentDay) continue
    if (day < first) first = day
    if (day > last) last = day
  }
  const values: { [field in CauseField]: readonly Standing[] } = { type: [], counterparty: [], date: [] }
  for (const field of causeFields) {
    if (wanted[field].length === 0) continue
    const counts = wanted[field].map(() => ({ open: 0, settled: 0 }))
    yield* countValues(placeReader(table, field, wanted[field]), { standings, isWhole }, counts)
    values[field] = counts
  }
  return { ...all, ...(first <= last && { days: [formatDate(first), formatDate(last)] }), values }
}

const [open, settled] = [1, 2]
const rowsOfSlice = 50_000

interface Standings extends Pick<CountedRows, 'isWhole'> {
  /** Row → `open`, `settled`, or 0. */
  readonly standings: Uint8Array
}

/** Counts the open rows of each value first: a value with more settled rows is no cause. */
function* countValues(
  placeOf: (row: number) => number,
  { standings, isWhole }: Standings,
  counts: readonly { open: number; settled: number }[],
): Slices<void> {
  for (let row = 0; row < standings.length; row++) {
    const place = byteAt(standings, row) === open ? placeOf(row) : -1
    if (place >= 0) at(counts, place).open += 1
  }
  yield
  let possible = counts.length
  for (let row = 0; row < standings.length && !(isWhole && possible === 0); row++) {
    if (row % rowsOfSlice === 0) yield
    const place = byteAt(standings, row) === settled ? placeOf(row) : -1
    if (place < 0) continue
    const count = at(counts, place)
    count.settled += 1
    if (count.settled === count.open + 1) possible -= 1
  }
}

/** The counts of two parts of a side for the same wanted values. */
export function addCounts(left: SideCounts, right: SideCounts): SideCounts {
  const add = (a: Standing, b: Standing): Standing => ({ open: a.open + b.open, settled: a.settled + b.settled })
  const addField = (field: CauseField): Standing[] =>
    left.values[field].map((each, index) => add(each, at(right.values[field], index)))
  const days = [...(left.days ?? []), ...(right.days ?? [])].sort()
  const [first, last] = [days[0], days.at(-1)]
  return {
    ...add(left, right),
    ...(first !== undefined && last !== undefined && { days: [first, last] }),
    values: { type: addField('type'), counterparty: addField('counterparty'), date: addField('date') },
  }
}

/** Reads the place of a row's value among the wanted ones; -1 for another value. */
function placeReader(table: Table, field: CauseField, wanted: readonly string[]): (row: number) => number {
  if (field !== 'date') return textPlaces(table.text(field), wanted)
  const days = table.date('date')
  const placeOf = new Map(wanted.map((text, place) => [parseDate(text), place]))
  return (row) => placeOf.get(int32At(days, row)) ?? -1
}
