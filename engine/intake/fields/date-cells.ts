import { byteAt, int32At } from '../../base/at.ts'
import { createByteKeys } from '../../base/byte-keys.ts'
import { dateByteCount, dayOfBytes } from '../../base/date-bytes.ts'
import { type BufferRange, rangeOf, setView, stringOf } from '../../base/word-buffer.ts'
import { absentDay } from '../../record/columns.ts'
import { dateFields, positionAmong } from '../../record/record.ts'
import { placeAttribute, type RecordValues } from '../../record/record-values.ts'
import { type Cells, isBlankCell } from '../rows/cells.ts'
import type { Column } from '../rows/row.ts'

interface DateCellsOptions {
  readonly field: string
  readonly column: Column
  readonly timestamp: string
  /** Whether a date in the form `YYYY-MM-DD` is read, whatever the column's other dates look like. */
  readonly isIso: boolean
  /**
   * The day of a date without a time of day. Undefined for other texts, and while the order of day and month is
   * undecided.
   */
  readonly dayOf: (text: string) => number | undefined
}

/** The most texts whose days are remembered: a file repeats few dates on many rows. Other texts are read each time. */
const knownCountMax = 4096

export function createDateCells(options: DateCellsOptions): (cells: Cells, values: RecordValues) => boolean {
  const { column, timestamp, isIso, dayOf } = options
  const position = positionAmong(dateFields, options.field)
  const known = createByteKeys()
  const days: (number | undefined)[] = []
  const text: BufferRange = rangeOf('')

  const knownDay = (): number | undefined => {
    const number = known.count() < knownCountMax ? known.numberOf(text) : known.find(text)
    if (number < 0) return dayOf(stringOf(text))
    const day = days[number] ?? dayOf(stringOf(text))
    days[number] = day
    return day
  }
  const addTimestamp = ({ attributes }: RecordValues): boolean => {
    const number = attributes.names.numberOf(timestamp)
    const place = number === undefined ? -1 : placeAttribute(attributes, number)
    if (place < 0) return false
    attributes.starts[place] = text.start
    attributes.ends[place] = text.end
    attributes.literals[place] = 0
    return true
  }
  return (cells, values) => {
    values.days[position] = absentDay
    if (isBlankCell(cells, column.index)) return true
    setView(text, cells.view)
    text.start = int32At(cells.starts, column.index)
    text.end = int32At(cells.ends, column.index)
    const isoDay = isIso && text.end - text.start >= dateByteCount ? dayOfBytes(cells.bytes, text.start) : undefined
    const timeStart = text.start + dateByteCount
    const hasTime = isoDay !== undefined && text.end > timeStart && isTimeOfDay(cells.bytes, timeStart, text.end)
    const day = isoDay !== undefined && (hasTime || text.end === timeStart) ? isoDay : knownDay()
    if (day === undefined) return false
    values.days[position] = day
    return !hasTime || addTimestamp(values)
  }
}

const [letterT, letterZ, space, colon, point, zero] = [0x54, 0x5a, 0x20, 0x3a, 0x2e, 0x30]
const fractionDigitCountMax = 9

/** Whether a time of day follows a date: `T12:34`, ` 12:34:56`, `T12:34:56.789Z`. */
function isTimeOfDay(bytes: Uint8Array, start: number, end: number): boolean {
  let position = start + 6
  if (position > end || (byteAt(bytes, start) !== letterT && byteAt(bytes, start) !== space)) return false
  if (!isBelow(bytes, start + 1, 25) || byteAt(bytes, start + 3) !== colon || !isBelow(bytes, start + 4, 60))
    return false
  if (position + 3 <= end && byteAt(bytes, position) === colon) {
    if (!isBelow(bytes, position + 1, 61)) return false
    position += 3
    if (position < end && byteAt(bytes, position) === point) {
      const first = position + 1
      for (position = first; position < end && isDigit(byteAt(bytes, position)); position++);
      if (position === first || position - first > fractionDigitCountMax) return false
    }
  }
  return position === end || (position + 1 === end && byteAt(bytes, position) === letterZ)
}

const isDigit = (byte: number): boolean => byte >= zero && byte <= zero + 9

function isBelow(bytes: Uint8Array, start: number, bound: number): boolean {
  const [tens, ones] = [byteAt(bytes, start), byteAt(bytes, start + 1)]
  return isDigit(tens) && isDigit(ones) && 10 * (tens - zero) + ones - zero < bound
}
