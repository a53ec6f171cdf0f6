import { at, byteAt, int32At } from '../base/at.ts'
import { parseDate } from '../base/date.ts'
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
  /** The days of the records, ascending; absent where these are more than `dayCountMax`. */
  readonly days?: readonly DayCount[]
  /**
   * Of each field, the counts of the wanted values in their order. Of a value with more settled than open records of a
   * whole side, maybe not all settled ones are counted.
   */
  readonly values: { readonly [field in CauseField]: readonly Standing[] }
}

/** How many records have a day, and how many of these are settled. */
export type DayCount = readonly [day: number, records: number, settled: number]

/** Eleven years. Sides with more days need not have a first or last day that tells anything. */
const dayCountMax = 4_096

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
  const all = { open: 0, settled: 0, byDay: newDayCounts() }
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
  const { open, settled, byDay } = all
  return { open, settled, ...writtenDays(byDay), values }
}

type DayCounts = Map<number, { records: number; settled: number }>

const newDayCounts = (): DayCounts => new Map()

function countDay(
  byDay: DayCounts,
  day: number,
  counted: { readonly records: number; readonly settled: number },
): void {
  const count = byDay.get(day)
  if (count === undefined) byDay.set(day, { ...counted })
  else {
    count.records += counted.records
    count.settled += counted.settled
  }
}

function writtenDays(byDay: DayCounts): Pick<SideCounts, 'days'> {
  if (byDay.size > dayCountMax) return {}
  const days = [...byDay].map(([day, { records, settled }]): DayCount => [day, records, settled])
  return { days: days.sort(([left], [right]) => left - right) }
}

const [open, settled] = [1, 2]
const rowsOfSlice = 50_000

// The loops over all rows are functions of their own: in a generator they take several times as long.

interface NotedRows extends Pick<CountedRows, 'standingOf'> {
  readonly days: DateColumn
  /** Row → `open`, `settled`, or 0. */
  readonly standings: Uint8Array
  readonly all: { open: number; settled: number; readonly byDay: DayCounts }
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
    if (all.byDay.size <= dayCountMax) countDay(all.byDay, day, standing === 'settled' ? oneSettled : oneOpen)
  }
}

const [oneOpen, oneSettled] = [
  { records: 1, settled: 0 },
  { records: 1, settled: 1 },
]

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
  return {
    ...add(left, right),
    ...(left.days && right.days && joinedDays(left.days, right.days)),
    values: { type: addField('type'), counterparty: addField('counterparty'), date: addField('date') },
  }
}

function joinedDays(left: readonly DayCount[], right: readonly DayCount[]): Pick<SideCounts, 'days'> {
  const byDay = newDayCounts()
  for (const [day, records, settled] of [...left, ...right]) countDay(byDay, day, { records, settled })
  return writtenDays(byDay)
}

/** Reads the place of a row's value among the wanted ones; -1 for another value. */
function placeReader(table: Table, field: CauseField, wanted: readonly string[]): (row: number) => number {
  if (field !== 'date') return textPlaces(table.text(field), wanted)
  const days = table.date('date')
  const placeOf = new Map(wanted.map((text, place) => [parseDate(text), place]))
  return (row) => placeOf.get(int32At(days, row)) ?? -1
}
