import type { ReaderOptions } from '../format.ts'
import { createStatementWriter, type StatementSink } from '../statement-writer.ts'
import { type Bai2Group, readBai2Account, readBai2Group } from './bai2-account.ts'
import { type ControlLevel, createBai2Controls, readControls } from './bai2-controls.ts'
import { type EntryContext, readBai2Entry } from './bai2-entry.ts'
import type { Bai2Fault } from './bai2-fault.ts'
import type { Bai2Record, Bai2RecordTaker } from './bai2-segments.ts'

/** Turns records into statements and entries: each account of a group is a statement. Holds one record. */
export function createBai2Reader(options: ReaderOptions, sink: StatementSink): Bai2RecordTaker {
  const writer = createStatementWriter(sink, options.currency)
  const controls = createBai2Controls()
  let last: string | undefined
  let group: Bai2Group | undefined
  /** The open account; undefined while none is open. */
  let account: EntryContext | undefined

  const refuse = ({ line, code: column }: Bai2Record, { code, detail, field }: Bai2Fault): void =>
    writer.fault(code, detail, field === undefined ? { line, column } : { line, column, field })
  const misplaced = (record: Bai2Record, before: string): void =>
    refuse(record, {
      code: 'invalid_record',
      detail: `Got a record ${record.code} here, wanted a record ${before} before it`,
    })
  /** An account that lacks its end. */
  const endAccount = (line: number): void => {
    if (account === undefined) return
    account = undefined
    writer.end()
    sink.warn('control_total_mismatch', line)
  }
  const beginGroup = (record: Bai2Record): void => {
    const read = readBai2Group(record)
    group = 'code' in read ? undefined : read
    if ('code' in read) refuse(record, read)
    else if (read.isClamped) sink.warn('clamped_date', record.line)
  }
  const beginAccount = (record: Bai2Record): void => {
    const read = group === undefined ? undefined : readBai2Account(record, group, options.currency)
    if (read === undefined) misplaced(record, '02')
    else if ('code' in read) refuse(record, read)
    else if (group !== undefined) {
      account = { exponent: read.exponent, date: group.date, modifier: group.modifier }
      controls.addAmount(read.sum)
      writer.begin(record.line)
      writer.describe(read.facts)
    }
  }
  const takeEntry = (record: Bai2Record): void => {
    const read = account === undefined ? undefined : readBai2Entry(record, account)
    if (read === undefined) misplaced(record, '03')
    else if ('code' in read) refuse(record, read)
    else {
      controls.addAmount(read.units)
      if (read.isClamped) sink.warn('clamped_date', record.line)
      if (read.entry === undefined || group?.isReport !== true) sink.warn('skipped_entries', record.line)
      else writer.take(read.entry)
    }
  }
  const endLevel = (record: Bai2Record, level: ControlLevel): void => {
    const stated = readControls(record, level, account?.exponent ?? 2)
    if (level !== 'account') endAccount(record.line)
    else if (account === undefined) misplaced(record, '03')
    else writer.end()
    account = undefined
    if (!controls.ends(level, stated)) sink.warn('control_total_mismatch', record.line)
  }
  return {
    take(record) {
      const { code, line, segments } = record
      if (last === undefined && code !== '01') misplaced(record, '01')
      last = code
      const level = levelsByEnd[code]
      if (level === undefined && code !== '16') endAccount(line)
      const begun = levelsByBegin[code]
      if (begun !== undefined) controls.begin(begun)
      controls.addLines(segments.length)
      if (level !== undefined) endLevel(record, level)
      else if (code === '02') beginGroup(record)
      else if (code === '03') beginAccount(record)
      else if (code === '16') takeEntry(record)
    },
    end(line) {
      endAccount(line)
      if (last === undefined && sink.faults.isEmpty())
        writer.fault('malformed_file', 'Got a file without records, wanted BAI2', { line: 1 })
      else if (last !== '99') sink.warn('control_total_mismatch', line)
    },
  }
}

const levelsByBegin: { readonly [code: string]: ControlLevel } = { '01': 'file', '02': 'group', '03': 'account' }
const levelsByEnd: { readonly [code: string]: ControlLevel } = { '49': 'account', '98': 'group', '99': 'file' }
