import type { DateOrder } from '../fields/date-format.ts'
import type { ReaderOptions } from '../format.ts'
import { createRecordBuilder, type RecordBuilder } from '../record-builder.ts'
import type { RowFaultCode } from '../row-fault.ts'
import type { StatementSink } from '../statement-writer.ts'
import { createQifScanner } from './qif-cells.ts'
import { planOf } from './qif-fields.ts'
import type { QifTaker } from './qif-reader.ts'
import { type QifLine, readQifRecord } from './qif-record.ts'

/** What the records below a header are. `none`: no header yet. */
type Section = 'none' | 'entries' | 'accounts' | 'others'

/** The types whose records are movements of money. */
const entryTypes = new Set(['bank', 'ccard', 'cash', 'oth a', 'oth l'])

interface Account {
  readonly name: string
  readonly line: number
  hasEntries: boolean
}

/**
 * Takes the records of a QIF file. Those of investments, categories, classes, securities and the like are counted as left
 * out, and so are accounts that no list of movements follows.
 */
export function createQifFile({ mapping, currency }: ReaderOptions, sink: StatementSink): QifTaker {
  const scanner = createQifScanner()
  let section: Section = 'none'
  let account: Account | undefined
  let dateOrder: DateOrder | undefined
  let builder: RecordBuilder | undefined

  const fault = (code: RowFaultCode, detail: string, { line, column }: Place): void =>
    sink.faults.add({ line, column: column ?? null, field: null, code, detail })
  const builderOf = (): RecordBuilder => {
    builder ??= createRecordBuilder(planOf({ mapping, currency, dateOrder }, sink.faults), sink)
    return builder
  }
  const leaveAccount = (): void => {
    if (account?.hasEntries === false) sink.warn('skipped_entries', account.line)
  }
  const takeEntry = (lines: readonly QifLine[], isWhole: boolean): void => {
    const [first] = lines
    const record = readQifRecord(lines, account?.name)
    if ('detail' in record) fault('malformed_file', record.detail, record)
    else if (isWhole) builderOf().take(record)
    else {
      const detail = 'Got a record without the ^ that ends it: is the file cut off?'
      fault('malformed_file', detail, { line: first?.line ?? 1 })
    }
  }
  const takeAccount = (lines: readonly QifLine[]): void => {
    leaveAccount()
    const name = lines.find(({ text }) => text.startsWith('N'))
    account = { name: name?.text.slice(1).trim() ?? '', line: name?.line ?? 1, hasEntries: false }
  }
  return {
    header({ text }) {
      const words = text.slice(1).trim().toLowerCase().replace(/\s+/g, ' ')
      const option = /^option: ?(mdy|dmy)/.exec(words)?.[1]
      if (option !== undefined) dateOrder = option === 'mdy' ? 'month-first' : 'day-first'
      if (/^(?:option|clear):/.test(words)) return
      const type = words.startsWith('type:') ? words.slice('type:'.length).trim() : words
      section = entryTypes.has(type) ? 'entries' : type === 'account' ? 'accounts' : 'others'
      if (section === 'entries' && account !== undefined) account.hasEntries = true
    },
    record(lines, isWhole) {
      const [first] = lines
      const line = first?.line ?? 1
      if (section === 'entries') takeEntry(lines, isWhole)
      else if (section === 'accounts') takeAccount(lines)
      else if (section === 'others') sink.warn('skipped_entries', line)
      else if (isWhole)
        fault('malformed_file', 'Got a record above any header, wanted !Type:Bank or the like', { line })
    },
    account: () => account?.name ?? '',
    open: scanner.open,
    take(start, line) {
      if (section !== 'entries') return undefined
      const end = scanner.scan(start)
      const isTaken = end >= 0 && builderOf().takeCells(scanner.cells, line)
      return isTaken ? { end, lineCount: scanner.lineCount } : undefined
    },
    flush: () => builder?.flush(),
    end() {
      leaveAccount()
      if (section === 'none')
        fault('malformed_file', 'Got no header such as !Type:Bank, wanted a QIF file', { line: 1 })
      builder?.end()
    },
  }
}

interface Place {
  readonly line: number
  readonly column?: string
}
