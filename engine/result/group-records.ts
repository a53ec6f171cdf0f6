import { byteAt, int32At, numberAt } from '../base/at.ts'
import type { Decimal } from '../base/decimal.ts'
import { createPace, type Slices } from '../base/slices.ts'
import { type BoundRule, spell, takesPartOf, valueAt } from '../match/state/bound-rule.ts'
import type { Side } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import type { SearcherRows } from './searcher-state.ts'

/** An open record as a rule for groups reads it. It refers to no row, so that records of several tables form groups. */
export interface GroupRecord {
  readonly searcher: number
  readonly id: string
  /** Its value under each criterion of the rule, as a text. */
  readonly values: readonly string[]
  /** Whether it has a value for each criterion that asks for one. */
  readonly isComplete: boolean
  /** What it adds to the sum of its side. */
  readonly amount: Decimal
  readonly currency: string | undefined
  /** `absentDay` where it has none. */
  readonly day: number
}

interface RecordsOfSide {
  readonly side: Side
  readonly table: Table
  /** The rows that may form groups. */
  readonly searchers: SearcherRows
  /** Searcher → 1 unless it is in a break of two records. */
  readonly isLeft: Uint8Array
}

/** The searching records of a side that take part in a rule and have the fields of its sum. O(records × criteria). */
export function* groupRecordsOf(
  rule: BoundRule,
  { side, table, searchers, isLeft }: RecordsOfSide,
): Slices<readonly GroupRecord[]> {
  const { criteria, sum } = rule
  if (sum === undefined) throw new TypeError('A rule for groups has a sum')
  const [takesPart, unitsOf] = [takesPartOf(rule, side), side === 'source' ? sum.sourceUnits : sum.targetUnits]
  const [ids, currencies, days] = [table.text('id'), table.text('currency'), table.date('date')]
  const required = criteria.filter(({ criterion }) => criterion.nulls === 'fail')
  const pace = createPace(rowsOfSlice)
  const records: GroupRecord[] = []
  for (const row of searchers.rows) {
    const searcher = int32At(searchers.searcherOf, row)
    if (pace.endsSlice(1)) yield
    if (byteAt(isLeft, searcher) === 0 || !takesPart(row)) continue
    const coefficient = unitsOf(row)
    if (coefficient === undefined) continue
    records.push({
      searcher,
      id: ids.textAt(row) ?? '',
      values: criteria.map((bound) => {
        const value = valueAt(bound, side, row)
        return value === undefined ? '-' : spell(value, bound.scale)
      }),
      isComplete: required.every((bound) => (side === 'source' ? bound.hasSource(row) : bound.hasTarget(row))),
      amount: { coefficient, scale: sum.scale },
      currency: currencies.textAt(row),
      day: numberAt(days, row),
    })
  }
  return records
}

const rowsOfSlice = 2_000
