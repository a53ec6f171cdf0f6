import type { StatementSink } from '../dataset/statement-writer.ts'
import type { ReaderOptions } from '../format/format.ts'
import { createBai2Accounts, usualExponent } from './bai2-accounts.ts'
import { type ControlLevel, createBai2Controls, readControls } from './bai2-controls.ts'
import type { Bai2RecordTaker } from './bai2-segments.ts'

export function createBai2Reader(options: ReaderOptions, sink: StatementSink): Bai2RecordTaker {
  const controls = createBai2Controls()
  const accounts = createBai2Accounts(options, sink, controls)
  let last: string | undefined
  return {
    take(record) {
      const { code, line, segments } = record
      if (last === undefined && code !== '01') accounts.refuseWithout('01', record)
      last = code
      const level = levelsByEnd[code]
      if (level !== 'account' && code !== '16') accounts.cut(line)
      const begun = levelsByBegin[code]
      if (begun !== undefined) controls.begin(begun)
      controls.addLines(segments.length)
      if (code === '02') accounts.beginGroup(record)
      else if (code === '03') accounts.begin(record)
      else if (code === '16') accounts.takeEntry(record)
      if (level === undefined) return
      const stated = readControls(record, level, level === 'account' ? accounts.end(record) : usualExponent)
      if (!controls.ends(level, stated)) sink.warn('control_total_mismatch', line)
    },
    end(line) {
      accounts.cut(line)
      if (last === undefined && sink.faults.isEmpty())
        sink.faults.add({ ...wholeFile, detail: 'Got a file without records, wanted BAI2' })
      else if (last !== '99') sink.warn('control_total_mismatch', line)
    },
  }
}

const wholeFile = { line: 1, column: null, field: null, code: 'malformed_file' } as const

const levelsByBegin: { readonly [code: string]: ControlLevel } = { '01': 'file', '02': 'group', '03': 'account' }
const levelsByEnd: { readonly [code: string]: ControlLevel } = { '49': 'account', '98': 'group', '99': 'file' }
