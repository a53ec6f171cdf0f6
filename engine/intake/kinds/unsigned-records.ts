import type { JsonValue } from '../../base/canonical.ts'
import type { StatementSink } from '../dataset/statement-writer.ts'
import { shown } from '../rows/row-fault.ts'
import type { UnsignedRecords } from './export-map.ts'
import { memberAt } from './member-path.ts'

export interface RecordPlace {
  readonly line: number
  readonly pointer?: string | undefined
}

/**
 * Adds a warning for refunds and payouts, whose amounts have no minus. False, with a fault, for a record of another
 * kind than the first record.
 */
export function createUnsignedCheck(
  { member, incoming = [] }: UnsignedRecords,
  sink: Pick<StatementSink, 'warn' | 'faults'>,
): (record: JsonValue, place: RecordPlace) => boolean {
  let first: JsonValue | undefined
  return (record, { line, pointer }) => {
    const own = member === undefined ? null : (memberAt(record, member) ?? null)
    first ??= own
    if (own !== first) {
      const got = `Got ${shown(own)} in ${shown(member)} below ${shown(first)}, both with amounts that have no sign`
      const place = { line, ...(pointer !== undefined && { pointer }), column: member ?? null, field: 'amount' }
      sink.faults.add({ ...place, code: 'undecided_sign', detail: `${got}, ${wanted}` })
      return false
    }
    if (typeof own !== 'string' || !incoming.includes(own.toLowerCase())) sink.warn('unsigned_amount', line)
    return true
  }
}

const wanted =
  'wanted one kind in a file: send each kind as a file of its own, or an export whose amounts have signs, such as balance transactions'
