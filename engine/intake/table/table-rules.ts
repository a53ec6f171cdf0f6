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
}

/**
 * Rules for tables. A plan without a table has at most the rule that the value date replaces a missing booking date.
 */
export function createTableRules(plan: RecordPlan, sink: RecordSink): TableRules {
  const { table, fields, usesValueDate = false } = plan
  if (table === undefined) return usesValueDate ? { ...noRules, ...createDateRules(plan, sink) } : noRules
  const skip = createRowSkip(table.skip, table.columns)
  const balances = createBalanceRows({ ...plan, table })
  const dates = createDateRules(plan, sink)
  if (fields.has('date') || fields.has('valueDate')) sink.expectDates?.()
  return {
    skips: skip.skips,
    declare(plan) {
      skip.declare(plan)
      balances.declare(plan)
      dates.declare(plan)
    },
    isDoubted: (row) => balances.columnOf(row) !== undefined,
    advise: createRowAdvice({ ...plan, table }),
    complete: dates.complete,
  }
}

function createDateRules({ fields }: RecordPlan, sink: RecordSink): Pick<TableRules, 'complete' | 'declare'> {
  const hasValueDate = fields.has('valueDate')
  return {
    complete(record, line) {
      const { date, valueDate } = record
      if (date !== undefined || valueDate === undefined) return
      record['date'] = valueDate
      sink.warn?.('value_date_used', line)
    },
    declare(plan) {
      if (hasValueDate) plan.useValueDate()
    },
  }
}

const noRules: TableRules = {
  skips: () => false,
  declare: () => undefined,
  isDoubted: () => false,
  advise: (_, faults) => faults,
  complete: () => undefined,
}
