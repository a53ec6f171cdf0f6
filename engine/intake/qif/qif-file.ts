import type { StatementSink } from '../dataset/statement-writer.ts'
import type { ReaderOptions } from '../format/format.ts'
import type { RowFault } from '../rows/row-fault.ts'
import { createRecordBuilder, type RecordBuilder } from '../table/record-builder.ts'
import type { DateOrder } from '../values/date-format.ts'
import { createQifScanner } from './qif-cells.ts'
import { planOf } from './qif-fields.ts'
import type { QifTaker } from './qif-reader.ts'
import { type QifLine, readQifRecord } from './qif-record.ts'

/** What the records below a header are. `none`: no header yet. */
type Section = 'none' | 'entries' | 'accounts' | 'others'

/** The types whose records are movements of money, without spaces, which some programs leave out. */
const entryTypes = new Set(['bank', 'ccard', 'cash', 'otha', 'othl'])

interface Account {
  readonly name: string
  readonly line: number
  hasEntries: boolean
}

/** Investments, categories and the like are counted as left out, and so are accounts without entries. */
export function createQifFile({ mapping, currency }: ReaderOptions, sink: StatementSink): QifTaker {
  const scanner = createQifScanner()
  let section: Section = 'none'
  let account: Account | undefined
  /** The account of the entries: a list of accounts does not change it. */
  let current = ''
  let dateOrder: DateOrder | undefined
  let builder: RecordBuilder | undefined

  const builderOf = (): RecordBuilder => {
    builder ??= createRecordBuilder(planOf({ mapping, currency, dateOrder }, sink.faults), sink)
    return builder
  }
  const leaveAccount = (): void => {
    if (account?.hasEntries === false) sink.warn('skipped_entries', account.line)
  }
  return {
    header({ text }) {
      const header = readHeader(text)
      dateOrder ??= header.dateOrder
      section = header.section ?? section
      if (section !== 'entries') return
      current = account?.name ?? ''
      if (account !== undefined) account.hasEntries = true
    },
    record(lines, isWhole) {
      const place = { line: lines[0]?.line ?? 1, column: null }
      if (section === 'accounts') {
        leaveAccount()
        account = accountOf(lines)
      } else if (section === 'others') sink.warn('skipped_entries', place.line)
      else if (section === 'entries' && isWhole) {
        const record = readQifRecord(lines, current)
        if ('detail' in record) addFault(record, sink)
        else builderOf().take(record)
      } else if (section === 'entries') addFault({ ...place, detail: unendedDetail }, sink)
      else if (isWhole || lines.some(isOfRecord)) addFault({ ...place, detail: headlessDetail }, sink)
    },
    account: () => current,
    open: scanner.open,
    take(start, line) {
      if (section !== 'entries') return undefined
      const end = scanner.scan(start)
      const isTaken = end >= 0 && builderOf().usual()?.takeCells(scanner.cells, line) === true
      return isTaken ? { end, lineCount: scanner.lineCount } : undefined
    },
    flush: () => builder?.flush(),
    *end() {
      leaveAccount()
      const detail = 'Got no header such as !Type:Bank, wanted a QIF file'
      if (section === 'none') addFault({ line: 1, column: null, detail }, sink)
      if (builder !== undefined) yield* builder.end()
    },
  }
}

const unendedDetail = 'Got a record without the ^ that ends it: is the file cut off?'
const headlessDetail = 'Got a record above any header, wanted !Type:Bank or the like above it'

/** Whether a line above any header is no comment: it is a date or an amount. */
const isOfRecord = ({ text }: QifLine): boolean => /^[DTU]\s*[-+$]?[\d.,]/.test(text)

const addFault = (fault: Pick<RowFault, 'line' | 'column' | 'detail'>, { faults }: StatementSink): void =>
  faults.add({ field: null, code: 'malformed_file', ...fault })

interface Header {
  /** Undefined for an option, which begins no section. */
  readonly section?: Section
  readonly dateOrder?: DateOrder | undefined
}

/** `!Type:Oth A`, `!Account`, `!Option:MDY`. */
function readHeader(text: string): Header {
  const words = text.slice(1).trim().toLowerCase().replace(/\s+/g, ' ')
  const order = /^option: ?(mdy|dmy)/.exec(words)?.[1]
  if (order !== undefined) return { dateOrder: order === 'mdy' ? 'month-first' : 'day-first' }
  if (/^(?:option|clear):/.test(words)) return {}
  const type = (words.startsWith('type:') ? words.slice('type:'.length) : words).replaceAll(' ', '')
  return { section: entryTypes.has(type) ? 'entries' : type === 'account' ? 'accounts' : 'others' }
}

function accountOf(lines: readonly QifLine[]): Account {
  const name = lines.find(({ text }) => text.startsWith('N'))
  return { name: name?.text.slice(1).trim() ?? '', line: lines[0]?.line ?? 1, hasEntries: false }
}
