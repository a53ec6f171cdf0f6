import { byteAt, uint32At } from '../base/at.ts'
import { rangeOf, setView } from '../base/word-buffer.ts'
import { type Cursor, endOfText, isAt } from './line-cursor.ts'
import { attributeCountMax, firstAttribute } from './record-batch.ts'

const [quote, comma, colon, closeBrace] = [0x22, 0x2c, 0x3a, 0x7d]

const name = rangeOf('')

/**
 * Reads an object of attributes in canonical order. False for blank texts, for values other than text, true and false,
 * and for names out of order.
 */
export function readAttributes(cursor: Cursor): boolean {
  const { bytes, row } = cursor
  const { names, stops, numbers } = cursor.batch.attributes
  const first = firstAttribute(cursor.batch.attributes, row)
  let last = first
  do {
    if (byteAt(bytes, cursor.position++) !== quote || last === first + attributeCountMax) return false
    setView(name, cursor.view)
    name.start = cursor.position
    name.end = endOfText(cursor)
    if (name.end < 0 || byteAt(bytes, cursor.position++) !== colon) return false
    const number = names.numberOfRange(name)
    if (number === undefined) return false
    if (last > first && names.rankAt(uint32At(numbers, last - 1)) >= names.rankAt(number)) return false
    numbers[last] = number
    if (!readAttribute(cursor, last)) return false
    last += 1
  } while (byteAt(bytes, cursor.position++) === comma)
  stops[row] = last
  return byteAt(bytes, cursor.position - 1) === closeBrace
}

const literals = ['true', 'false'].map(rangeOf)

function readAttribute(cursor: Cursor, place: number): boolean {
  const { starts, ends } = cursor.batch.attributes
  const literal = literals.find((each) => isAt(cursor, each))
  starts[place] = literal === undefined ? cursor.position + 1 : cursor.position
  if (literal !== undefined) {
    cursor.position += literal.end
    ends[place] = cursor.position
    return true
  }
  if (byteAt(cursor.bytes, cursor.position++) !== quote) return false
  const end = endOfText(cursor)
  ends[place] = Math.max(end, 0)
  return end > uint32At(starts, place)
}
