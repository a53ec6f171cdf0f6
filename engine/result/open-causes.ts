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
  const records = { source: recordsIn(run, 'source', bySide.source), target: recordsIn(run, 'target', bySide.target) }
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

const recordsIn = (run: RunState, side: Side, missing: Missing): readonly MissingRecord[] =>
  missing.map(([, { number }]) => missingRow(run[side].table, number))

/** The values of a row that may be a cause. */
function missingRow(table: Table, row: number): MissingRecord {
  const day = numberAt(table.date('date'), row)
  return {
    type: table.text('type').textAt(row),
    counterparty: table.text('counterparty').textAt(row),
    date: day === absentDay ? undefined : formatDate(day),
  }
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
