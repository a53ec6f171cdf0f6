import { at, numberAt } from '../base/at.ts'
import type { Finding, RunState } from '../match/state/run-state.ts'
import { absentDay } from '../record/columns.ts'
import { textEquality } from '../record/compare-texts.ts'
import { oppositeSide, sides } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import type { BreakLine } from './line.ts'
import { idOf } from './record-ids.ts'

/**
 * What the break of a tie says where a side has one record and the other side has the same booking several times:
 * records of different days that are equal in reference, amount, currency and counterparty. Undefined for other ties,
 * and where the rule compares dates or several records. Nothing is claimed: the rule does not read the date.
 */
export function repeatedBooking(
  run: RunState,
  { reason, rule, ...rows }: Finding,
): Required<Pick<BreakLine, 'counts' | 'days' | 'likely'>> | undefined {
  const { cardinality, side: oneSide } = rule.compiled.rule
  if (reason !== 'ambiguous' || cardinality !== '1:1' || oneSide !== undefined) return undefined
  if (rule.criteria.some(({ criterion }) => criterion.kind.type === 'date')) return undefined
  const side = sides.find((each) => rows[each].length > 1 && rows[oppositeSide(each)].length === 1)
  if (side === undefined || !areOneBooking(run[side].table, rows[side])) return undefined
  const days = run[side].table.date('date')
  const byDay = rows[side].toSorted((left, right) => numberAt(days, left) - numberAt(days, right))
  const [first, last] = [at(byDay, 0), at(byDay, byDay.length - 1)]
  return {
    counts: { source: rows.source.length, target: rows.target.length },
    days: numberAt(days, last) - numberAt(days, first),
    likely: idOf(run, side, first),
  }
}

/** More equal bookings than this are a series, such as a monthly payment. */
const repeatCountMax = 3

function areOneBooking(table: Table, rows: readonly number[]): boolean {
  const first = at(rows, 0)
  const days = new Set(rows.map((row) => numberAt(table.date('date'), row)))
  if (rows.length > repeatCountMax || days.size < rows.length || days.has(absentDay)) return false
  const amounts = table.decimal('amount')
  if (table.text('reference').byteCountAt(first) === 0 || amounts.unitsAt(first) === undefined) return false
  const areEqual = ['reference', 'currency', 'counterparty'].map((field) => {
    const column = table.text(field)
    return textEquality(column, column)
  })
  return rows.every(
    (row) => amounts.unitsAt(row) === amounts.unitsAt(first) && areEqual.every((test) => test(first, row)),
  )
}
