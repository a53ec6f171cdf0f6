import { at, byteAt, numberAt } from '../base/at.ts'
import { formatDate } from '../base/date.ts'
import type { Slices } from '../base/slices.ts'
import { type RunState, status } from '../match/state/run-state.ts'
import { absentDay } from '../record/columns.ts'
import { oppositeSide, type Side, sides } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import { type BreakCause, causeRecordCountMin, causesOf, type MissingRecord, sharedValues } from './causes.ts'
import type { OpenRecord } from './describe-found.ts'
import { countSide, type SideCounts, type StandingOf, type WantedValues } from './value-counts.ts'

type Missing = readonly (readonly [searcher: number, record: OpenRecord])[]

/** Searcher → its cause, for those that have one. O(records) where three records of a side are missing. */
export function* causesOfOpen(run: RunState, missing: Missing): Slices<ReadonlyMap<number, BreakCause>> {
  const found = new Map<number, BreakCause>()
  const bySide = {
    source: missing.filter(([, { side }]) => side === 'source'),
    target: missing.filter(([, { side }]) => side === 'target'),
  }
  if (sides.every((side) => bySide[side].length < causeRecordCountMin)) return found
  const records = {
    source: recordsIn(run.source.table, bySide.source),
    target: recordsIn(run.target.table, bySide.target),
  }
  const wanted = { source: sharedValues(records.source), target: sharedValues(records.target) }
  const counts = {
    source: yield* countsIn(run, 'source', wanted.source),
    target: yield* countsIn(run, 'target', wanted.target),
  }
  for (const side of sides) {
    const known = { wanted: wanted[side], own: counts[side], other: counts[oppositeSide(side)] }
    for (const [index, cause] of causesOf(records[side], known).entries())
      if (cause !== undefined) found.set(at(bySide[side], index)[0], cause)
  }
  return found
}

/** The values of the missing rows that may be a cause. */
function recordsIn(table: Table, missing: Missing): readonly MissingRecord[] {
  const [types, counterparties, days] = [table.text('type'), table.text('counterparty'), table.date('date')]
  const dates = new Map<number, string>()
  const dateOf = (day: number): string => {
    const date = dates.get(day) ?? formatDate(day)
    dates.set(day, date)
    return date
  }
  return missing.map(([, { number: row }]) => {
    const day = numberAt(days, row)
    const date = day === absentDay ? undefined : dateOf(day)
    return { type: types.textAt(row), counterparty: counterparties.textAt(row), date }
  })
}

function countsIn(run: RunState, side: Side, wanted: WantedValues): Slices<SideCounts> {
  const { statuses, table } = run[side]
  const standingOf: StandingOf = (row) => {
    const each = byteAt(statuses, row)
    if (each === status.excluded) return undefined
    return each === status.matched || each === status.netted ? 'settled' : 'open'
  }
  return countSide({ table, standingOf, isWhole: true }, wanted)
}
