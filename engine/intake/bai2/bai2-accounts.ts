import { createStatementWriter, type StatementSink } from '../dataset/statement-writer.ts'
import type { ReaderOptions } from '../format/format.ts'
import { type Bai2Group, readBai2Account, readBai2Group } from './bai2-account.ts'
import type { Bai2Controls } from './bai2-controls.ts'
import { type EntryContext, readBai2Entry } from './bai2-entry.ts'
import type { Bai2Fault } from './bai2-fault.ts'
import type { Bai2Record } from './bai2-segments.ts'

interface Bai2Accounts {
  beginGroup(record: Bai2Record): void
  begin(record: Bai2Record): void
  takeEntry(record: Bai2Record): void
  /** Ends the open account at its 49 record. Returns how many digits of its amounts stand after the point. */
  end(record: Bai2Record): number
  /** Ends the open account, if any, where its 49 record is missing before `line`. */
  cut(line: number): void
  refuseWithout(before: string, record: Bai2Record): void
}

/** Digits after the point in the totals of groups and files, and in a 49 record without its account. */
export const usualExponent = 2

export function createBai2Accounts(options: ReaderOptions, sink: StatementSink, controls: Bai2Controls): Bai2Accounts {
  const writer = createStatementWriter(sink, options.currency)
  let group: Bai2Group | undefined
  let account: EntryContext | undefined

  const refuse = ({ line, code: column }: Bai2Record, { code, detail, field }: Bai2Fault): void =>
    writer.fault(code, detail, field === undefined ? { line, column } : { line, column, field })
  const refuseWithout: Bai2Accounts['refuseWithout'] = (before, record) =>
    refuse(record, {
      code: 'invalid_record',
      detail: `Got a record ${record.code}, wanted a record ${before} before it`,
    })
  const close = (): number => {
    const exponent = account?.exponent ?? usualExponent
    if (account !== undefined) writer.end()
    account = undefined
    return exponent
  }
  return {
    refuseWithout,
    beginGroup(record) {
      const read = readBai2Group(record)
      group = 'code' in read ? undefined : read
      if ('code' in read) refuse(record, read)
      else if (read.isClamped) sink.warn('clamped_date', record.line)
    },
    begin(record) {
      const read = group === undefined ? undefined : readBai2Account(record, group, options.currency)
      if (read === undefined) refuseWithout('02', record)
      else if ('code' in read) refuse(record, read)
      else if (group !== undefined) {
        account = { exponent: read.exponent, date: group.date, modifier: group.modifier }
        controls.addAmount(read.sum)
        writer.begin(record.line)
        writer.describe(read.facts)
      }
    },
    takeEntry(record) {
      const read = account === undefined ? undefined : readBai2Entry(record, account)
      if (read === undefined) refuseWithout('03', record)
      else if ('code' in read) refuse(record, read)
      else {
        controls.addAmount(read.units)
        if (read.isClamped) sink.warn('clamped_date', record.line)
        if (read.entry === undefined || group?.isReport !== true) sink.warn('skipped_entries', record.line)
        else writer.take(read.entry)
      }
    },
    end(record) {
      if (account === undefined) refuseWithout('03', record)
      return close()
    },
    cut(line) {
      if (account === undefined) return
      close()
      sink.warn('control_total_mismatch', line)
    },
  }
}
