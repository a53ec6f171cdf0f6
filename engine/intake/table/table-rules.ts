import { int32At } from '../../base/at.ts'
import { absentDay } from '../../record/columns.ts'
import { dateFields } from '../../record/record.ts'
import type { RecordValues } from '../../record/record-values.ts'
import { createBalanceRows } from '../columns/balance-row.ts'
import { createRowSkip, type RowSkip } from '../columns/row-skip.ts'
import type { Row } from '../rows/row.ts'
import type { RecordPlan, RecordSink, UnsealedRecord } from './record-plan.ts'
import { type AdviseOnRow, createRowAdvice } from './row-advice.ts'

export interface TableRules extends RowSkip {
  /** Whether a row states a balance, which is a fault unless the mapping leaves the row out. */
  isDoubted(row: Row): boolean
  readonly advise: AdviseOnRow
  complete(record: UnsealedRecord, line: number): void
  completeValues(values: RecordValues): void
}

const [datePosition, valueDatePosition] = [dateFields.indexOf('date'), dateFields.indexOf('valueDate')]

/**
 * Rules for tables. A plan without a table has at most the rule that the value date replaces a missing booking date.
 */
export function createTableRules(plan: RecordPlan, sink: RecordSink): TableRules {
  const { table, fields, usesValueDate = false } = plan
  if (table === undefined) return usesValueDate ? { ...noRules, ...createDateRules(plan, sink) } : noRules
  const { skips, maySkip } = createRowSkip(table.skip, table.columns)
  const balances = createBalanceRows({ ...plan, table })
  if (fields.has('date') || fields.has('valueDate')) sink.expectDates?.()
  return {
    skips,
    maySkip: (cells) => maySkip(cells) || balances.mayBe(cells),
    isDoubted: (row) => balances.columnOf(row) !== undefined,
    advise: createRowAdvice({ ...plan, table }),
    ...createDateRules(plan, sink),
  }
}

function createDateRules({ fields }: RecordPlan, sink: RecordSink): Pick<TableRules, 'complete' | 'completeValues'> {
  const [hasDate, hasValueDate] = [fields.has('date'), fields.has('valueDate')]
  return {
    complete(record, line) {
      const { date, valueDate } = record
      if (date !== undefined || valueDate === undefined) return
      record['date'] = valueDate
      sink.warn?.('value_date_used', line)
    },
    completeValues({ days, line }) {
      // Without a column of dates, `days` still holds the date of an earlier record.
      if (!hasValueDate || (hasDate && int32At(days, datePosition) !== absentDay)) return
      days[datePosition] = absentDay
      const day = int32At(days, valueDatePosition)
      if (day === absentDay) return
      days[datePosition] = day
      sink.warn?.('value_date_used', line)
    },
  }
}

const noRules: TableRules = {
  skips: () => false,
  maySkip: () => false,
  isDoubted: () => false,
  advise: (_, faults) => faults,
  complete: () => undefined,
  completeValues: () => undefined,
}
