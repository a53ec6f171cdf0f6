import { endOfDosFile, type LineTaker, lineLengthMax } from '../format/text-lines.ts'
import { type FaultLog, shown } from '../rows/row-fault.ts'
import { createLineCutter } from './records-on-line.ts'

/** One line of a record, without its two-digit code. */
export interface Segment {
  readonly text: string
  /** Whether a slash ends the line. Then its last word does not go on in the next line. */
  readonly isEnded: boolean
  /** Whether the line has the full length of a physical record. Then its last word may go on in the next line. */
  readonly isFull: boolean
}

/** A record, together with the 88 records that continue it. */
export interface Bai2Record {
  /** One of `01`, `02`, `03`, `16`, `49`, `98` and `99`. */
  readonly code: string
  readonly line: number
  readonly segments: readonly Segment[]
}

export interface Bai2RecordTaker {
  take(record: Bai2Record): void
  end(lineCount: number): void
}

/**
 * Joins lines to records, and splits lines that hold several records. A line that is no record is a fault. Holds one
 * record.
 */
export function createBai2Segments(taker: Bai2RecordTaker, faults: FaultLog): LineTaker {
  let record: OpenRecord | undefined
  let length = 0
  let lineCount = 0
  const cutter = createLineCutter()

  const close = (): void => {
    if (record !== undefined) taker.take(record)
    record = undefined
  }
  const fault = (line: number, code: 'invalid_record' | 'record_too_large', detail: string): void =>
    faults.add({ line, column: null, field: null, code, detail })
  const addTo = (open: OpenRecord, segment: Segment, added: number): void => {
    length += added
    if (length <= lineLengthMax) open.segments.push(segment)
    else if (length - added <= lineLengthMax) fault(open.line, 'record_too_large', tooLong)
  }
  const takeRecord = (raw: string, line: number): void => {
    const text = raw.trim()
    if (text === '' || text === endOfDosFile) return
    lineCount += 1
    const code = text.slice(0, 2)
    const isRecord = codes.has(code) && (text.length === 2 || separators.has(text.charAt(2)))
    const isEnded = text.endsWith('/')
    const segment = { text: text.slice(3, isEnded ? -1 : undefined), isEnded, isFull: text.length === cutter.width() }
    if (isRecord && code !== '88') {
      close()
      length = text.length
      record = { code, line, segments: [segment] }
    } else if (isRecord && record !== undefined) addTo(record, segment, text.length)
    else {
      const wanted = record === undefined ? 'a record that begins with 01' : `a record, one of ${[...codes].join(', ')}`
      fault(line, 'invalid_record', `Got ${shown(text)}, wanted ${wanted}, and a comma`)
    }
  }
  const recordsIn = (text: string, isWhole: boolean): readonly string[] =>
    cutter.cut(text, { isOfEntry: record?.code === '16', isWhole })
  const takeAll = (records: readonly string[], line: number): void => {
    for (const each of records) takeRecord(each, line)
  }
  return {
    take(text, line) {
      takeAll(recordsIn(text, true), line)
      cutter.endLine()
    },
    takeBegun(text, line) {
      // The last two records stay back: the remainder of the line may show that they end elsewhere.
      const records = recordsIn(text, false).slice(0, -2)
      takeAll(records, line)
      return records.join('').length
    },
    end() {
      close()
      taker.end(lineCount)
    },
  }
}

interface OpenRecord extends Bai2Record {
  readonly segments: Segment[]
}

const tooLong = `Got a record of more than ${lineLengthMax} characters, wanted at most that`

const codes = new Set(['01', '02', '03', '16', '49', '88', '98', '99'])

/**
 * What may follow a record's code: a comma, a colon, as some banks write behind 88, or a slash if there are no fields.
 */
const separators = new Set([',', ':', '/'])

export interface FieldCursor {
  /** The next field, trimmed; undefined after the last field. */
  next(): string | undefined
  others(): readonly Segment[]
  isWhole(): boolean
}

/** Goes through the fields of a record. No field goes on beyond its segment. */
export function createFieldCursor(segments: readonly Segment[]): FieldCursor {
  let index = 0
  let offset = 0
  let isWhole = true
  return {
    next() {
      let segment = segments[index]
      while (segment !== undefined && offset > segment.text.length) {
        index += 1
        offset = 0
        segment = segments[index]
      }
      if (segment === undefined) return undefined
      const { text, isEnded } = segment
      const comma = text.indexOf(',', offset)
      const field = comma < 0 ? text.slice(offset) : text.slice(offset, comma)
      isWhole = comma >= 0 || isEnded
      offset = comma < 0 ? text.length + 1 : comma + 1
      return field.trim()
    },
    others() {
      const segment = segments[index]
      if (segment === undefined) return []
      const others = segments.slice(index + 1)
      return offset >= segment.text.length ? others : [{ ...segment, text: segment.text.slice(offset) }, ...others]
    },
    isWhole: () => isWhole,
  }
}
