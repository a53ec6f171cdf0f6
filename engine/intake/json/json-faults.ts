import type { JsonFault } from '../../base/json-reader.ts'
import { tooManyMembers } from '../rows/intake-limits.ts'
import type { FaultLog, RowFaultCode } from '../rows/row-fault.ts'
import type { JsonPlace } from './json-rows.ts'

export interface JsonFaults {
  addJson(fault: JsonFault, place: JsonPlace): void
  addBadBytes(place: JsonPlace): void
  addTooLong(byteCountMax: number, place: JsonPlace): void
  addTooMuch(byteCountMax: number, passed: readonly string[]): void
  addSeveral(places: readonly string[]): void
  addNoRecords(got: string, known?: readonly string[]): void
}

export function createJsonFaults(log: FaultLog): JsonFaults {
  const add = (code: RowFaultCode, detail: string, { line = 1, pointer }: JsonPlace): void =>
    log.add({ line, ...(pointer !== undefined && { pointer }), column: null, field: null, code, detail })
  const addToFile = (code: RowFaultCode, detail: string): void => add(code, detail, { line: 1 })
  return {
    addJson({ code, detail, column }, place) {
      if (code === 'too_many_values') add(tooManyMembers.code, tooManyMembers.detail, place)
      else add(code, `${detail} (at character ${column})`, place)
    },
    addBadBytes: (place) => add('invalid_encoding', badBytes, place),
    addTooLong: (byteCountMax, place) =>
      add('record_too_large', `Got an element of more than ${byteCountMax} bytes, wanted at most that`, place),
    addTooMuch(byteCountMax, passed) {
      const seen = passed.length === 0 ? '' : `, lists at ${passed.join(' and ')} among them`
      const got = `Got more than ${byteCountMax} bytes that are in no list of records${seen}`
      addToFile('malformed_file', `${got}, ${wantedList}: save the list of records itself`)
    },
    addSeveral: (places) =>
      addToFile(
        'malformed_file',
        `Got several lists of records (${places.join(', ')}), wanted one: save each of them as a file`,
      ),
    addNoRecords(got, known = []) {
      const exports = known.length === 0 ? '' : `; known exports of the kind are ${known.join(', ')}`
      addToFile('invalid_record', `Got ${got}, ${wantedList}${exports}`)
    },
  }
}

const badBytes =
  'Got bytes that are no text in the encoding of the file, wanted UTF-8, or the right charset or "encoding"'
const wantedList = 'wanted a list of records, or an object with one, as in {"data": […]}'
