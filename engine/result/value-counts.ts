import { at, byteAt, int32At } from '../base/at.ts'
import { formatDate, parseDate } from '../base/date.ts'
import type { Slices } from '../base/slices.ts'
import { absentDay, type DateColumn } from '../record/columns.ts'
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
  /** The same of the settled records. */
  readonly settledDays?: readonly [string, string]
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
  const { rowCount } = table
  const standings = new Uint8Array(rowCount)
  const all = { open: 0, settled: 0, openDays: noDays(), settledDays: noDays() }
  for (let from = 0; from < rowCount; from += rowsOfSlice) {
    yield
    noteRows({ days: table.date('date'), standings, standingOf, all }, from)
  }
  const values: { [field in CauseField]: readonly Standing[] } = { type: [], counterparty: [], date: [] }
  for (const field of causeFields) {
    if (wanted[field].length === 0) continue
    const counts = wanted[field].map(() => ({ open: 0, settled: 0 }))
    const placeOf = placeReader(table, field, wanted[field])
    const counted = { placeOf, standings, counts, isWhole, possible: counts.length }
    countOpen(counted)
    for (let from = 0; from < rowCount && !isDecided(counted); from += rowsOfSlice) {
      yield
      countSettled(counted, from)
    }
    values[field] = counts
  }
  const [days, settledDays] = [writtenDays(all.openDays, all.settledDays), writtenDays(all.settledDays)]
  const { open, settled } = all
  return { open, settled, ...(days && { days }), ...(settledDays && { settledDays }), values }
}

interface Days {
  first: number
  last: number
}

const noDays = (): Days => ({ first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY })

function writtenDays(...of: readonly Days[]): [string, string] | undefined {
  const [first, last] = [Math.min(...of.map((each) => each.first)), Math.max(...of.map((each) => each.last))]
  return first <= last ? [formatDate(first), formatDate(last)] : undefined
}

const [open, settled] = [1, 2]
const rowsOfSlice = 50_000

// The loops over all rows are functions of their own: in a generator they take several times as long.

interface NotedRows extends Pick<CountedRows, 'standingOf'> {
  readonly days: DateColumn
  /** Row → `open`, `settled`, or 0. */
  readonly standings: Uint8Array
  readonly all: { open: number; settled: number; readonly openDays: Days; readonly settledDays: Days }
}

function noteRows({ days, standings, standingOf, all }: NotedRows, from: number): void {
  const to = Math.min(from + rowsOfSlice, standings.length)
  for (let row = from; row < to; row++) {
    const standing = standingOf(row)
    if (standing === undefined) continue
    if (standing === 'open') all.open += 1
    else all.settled += 1
    standings[row] = standing === 'open' ? open : settled
    const day = int32At(days, row)
    if (day === absentDay) continue
    const noted = standing === 'open' ? all.openDays : all.settledDays
    if (day < noted.first) noted.first = day
    if (day > noted.last) noted.last = day
  }
}

interface CountedValues extends Pick<NotedRows, 'standings'>, Pick<CountedRows, 'isWhole'> {
  readonly placeOf: (row: number) => number
  readonly counts: readonly { open: number; settled: number }[]
  /** How many of the values have as many open rows as settled ones, or more: others are no cause. */
  possible: number
}

const isDecided = ({ isWhole, possible }: CountedValues): boolean => isWhole && possible === 0

function countOpen({ standings, placeOf, counts }: CountedValues): void {
  for (let row = 0; row < standings.length; row++) {
    const place = byteAt(standings, row) === open ? placeOf(row) : -1
    if (place >= 0) at(counts, place).open += 1
  }
}

function countSettled(counted: CountedValues, from: number): void {
  const { standings, placeOf, counts } = counted
  const to = Math.min(from + rowsOfSlice, standings.length)
  for (let row = from; row < to && !isDecided(counted); row++) {
    const place = byteAt(standings, row) === settled ? placeOf(row) : -1
    if (place < 0) continue
    const count = at(counts, place)
    count.settled += 1
    if (count.settled === count.open + 1) counted.possible -= 1
  }
}

/** The counts of two parts of a side for the same wanted values. */
export function addCounts(left: SideCounts, right: SideCounts): SideCounts {
  const add = (a: Standing, b: Standing): Standing => ({ open: a.open + b.open, settled: a.settled + b.settled })
  const addField = (field: CauseField): Standing[] =>
    left.values[field].map((each, index) => add(each, at(right.values[field], index)))
  const [days, settledDays] = [joinedDays(left.days, right.days), joinedDays(left.settledDays, right.settledDays)]
  return {
    ...add(left, right),
    ...(days && { days }),
    ...(settledDays && { settledDays }),
    values: { type: addField('type'), counterparty: addField('counterparty'), date: addField('date') },
  }
}

type WrittenDays = SideCounts['days']

function joinedDays(left: WrittenDays, right: WrittenDays): WrittenDays {
  const days = [...(left ?? []), ...(right ?? [])].sort()
  const [first, last] = [days[0], days.at(-1)]
  return first === undefined || last === undefined ? undefined : [first, last]
}

/** Reads the place of a row's value among the wanted ones; -1 for another value. */
function placeReader(table: Table, field: CauseField, wanted: readonly string[]): (row: number) => number {
  if (field !== 'date') return textPlaces(table.text(field), wanted)
  const days = table.date('date')
  const placeOf = new Map(wanted.map((text, place) => [parseDate(text), place]))
  return (row) => placeOf.get(int32At(days, row)) ?? -1
}
