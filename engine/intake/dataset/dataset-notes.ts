import { addDecimals, formatDecimal, parseDecimal } from '../../base/decimal.ts'
import {
  createWarningCount,
  type DatasetWarning,
  type DatasetWarningCode,
  datasetWarningCodes,
  type FileInArchive,
} from '../rows/dataset-warning.ts'
import type { FaultLog } from '../rows/row-fault.ts'
import type { Statement } from '../rows/statement.ts'
import { createDatasetTotals, type DatasetTotals } from './dataset-totals.ts'

export interface DatasetNotes {
  warn(code: DatasetWarningCode, line: number): void
  /** Call it if the file has a date column: records without a date then give a warning. */
  expectDates(): void
  /** Warns of a record. `add` adds the record's amount to the totals of all records with this warning. */
  warnOfAmount(code: TotalledCode, line: number, add: (totals: DatasetTotals) => void): void
  takeStatement(statement: Statement): void
  statements(): readonly Statement[]
  /**
   * The warnings in the order of their codes. `isDated` says that some record has a date: then records without one give
   * a warning.
   */
  warnings(known: { readonly isDated: boolean }): readonly DatasetWarning[]
}

type TotalledCode = 'missing_date' | 'unknown_currency'

/** The most statements of a dataset: all are stored in one row, of at most 2 MB. */
export const statementCountMax = 2_000

/** Collects warnings and statements. A statement beyond the bound is a fault. */
export function createDatasetNotes(faults: FaultLog, read: FileInArchive): DatasetNotes {
  const statements: Statement[] = []
  const counts = new Map(datasetWarningCodes.map((code) => [code, createWarningCount(code, read)]))
  const totals = { missing_date: createDatasetTotals(), unknown_currency: createDatasetTotals() }
  let mismatch: Statement | undefined
  let hasDates = false

  const warn: DatasetNotes['warn'] = (code, line) => counts.get(code)?.add(line)
  const detailsOf = (code: DatasetWarningCode): Partial<DatasetWarning> => {
    if (code === 'missing_date' || code === 'unknown_currency') return { totals: totals[code].list() }
    return code === 'balance_mismatch' && mismatch !== undefined ? figuresOf(mismatch) : {}
  }
  return {
    warn,
    expectDates() {
      hasDates = true
    },
    warnOfAmount(code, line, add) {
      warn(code, line)
      add(totals[code])
    },
    takeStatement(statement) {
      if (statements.length >= statementCountMax) {
        const detail = `Got more than ${statementCountMax} statements, wanted at most that: send them in several uploads`
        faults.add({ line: statement.line, column: null, field: null, code: 'too_many_statements', detail })
        return faults.close()
      }
      statements.push(statement)
      if (statement.check !== 'mismatch') return
      mismatch ??= statement
      warn('balance_mismatch', statement.line)
    },
    statements: () => statements,
    warnings: ({ isDated }) =>
      [...counts]
        .filter(([code]) => code !== 'missing_date' || isDated || hasDates)
        .flatMap(([code, count]) => count.warnings().map((warning) => ({ ...warning, ...detailsOf(code) }))),
  }
}

function figuresOf({ opening, closing, entryTotal }: Statement): Partial<DatasetWarning> {
  const [first, total] = [parseDecimal(opening ?? ''), parseDecimal(entryTotal)]
  if (first === undefined || total === undefined || closing === null)
    throw new Error('Only a statement with both balances can be out of balance')
  return { expected: formatDecimal(addDecimals(first, total)), stated: closing }
}
