import { int32At } from '../../base/at.ts'
import { absentDay } from '../../record/columns.ts'
import { dateFields } from '../../record/record.ts'
import type { RecordValues } from '../../record/record-values.ts'
import { createBalanceRows } from '../columns/balance-row.ts'
import { createRowSkip, type RowSkip } from '../columns/row-skip.ts'
import type { Row } from '../rows/row.ts'
import { createRowExplainer, type ExplainRow } from './explain-row.ts'
import type { RecordPlan, RecordSink, UnsealedRecord } from './record-plan.ts'

/** What holds for the rows of files that others wrote: some are no records, and a value date may stand in for the booking date. */
export interface TableRules extends RowSkip {
  /** Whether a row that is not left out calls itself a balance, and the mapping does not say that there are none but records. */
  isDoubted(row: Row): boolean
  readonly explain: ExplainRow
  /** Gives a record without a booking date its value date, and warns of it. */
  complete(record: UnsealedRecord, line: number): void
  /** The same for a record of places in bytes. */
  completeValues(values: RecordValues): void
}

const [datePosition, valueDatePosition] = [dateFields.indexOf('date'), dateFields.indexOf('valueDate')]

/** The rules of the plan's table; of a plan without one, that of the value date alone, or none. */
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
    explain: createRowExplainer({ ...plan, table }),
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
      // Without a column of dates, the date is that of the record which was here before.
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
  explain: (_, faults) => faults,
  complete: () => undefined,
  completeValues: () => undefined,
}
