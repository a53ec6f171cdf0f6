import { byteAt } from '../base/at.ts'
import { rangeOf, setView } from '../base/word-buffer.ts'
import { type Cursor, endOfText, isAt } from './line-cursor.ts'
import { placeAttribute } from './record-values.ts'

const [quote, comma, colon, closeBrace] = [0x22, 0x2c, 0x3a, 0x7d]

const name = rangeOf('')

/**
 * Reads an object of attributes in canonical order. False for blank texts, for values other than text, true and false,
 * and for names out of order.
 */
export function readAttributes(cursor: Cursor): boolean {
  const { bytes, values } = cursor
  const { attributes } = values
  do {
    if (byteAt(bytes, cursor.position++) !== quote) return false
    setView(name, cursor.view)
    name.start = cursor.position
    name.end = endOfText(cursor)
    if (name.end < 0 || byteAt(bytes, cursor.position++) !== colon) return false
    const number = attributes.names.numberOfRange(name)
    const position = number === undefined ? -1 : placeAttribute(attributes, number)
    if (position < 0 || position !== attributes.count - 1 || !readAttribute(cursor, position)) return false
  } while (byteAt(bytes, cursor.position++) === comma)
  return byteAt(bytes, cursor.position - 1) === closeBrace
}

const literals = ['true', 'false'].map(rangeOf)

function readAttribute(cursor: Cursor, position: number): boolean {
  const { attributes } = cursor.values
  const literal = literals.find((each) => isAt(cursor, each))
  const start = literal === undefined ? cursor.position + 1 : cursor.position
  attributes.starts[position] = start
  attributes.literals[position] = literal === undefined ? 0 : 1
  if (literal !== undefined) {
    cursor.position += literal.end
    attributes.ends[position] = cursor.position
    return true
  }
  if (byteAt(cursor.bytes, cursor.position++) !== quote) return false
  const end = endOfText(cursor)
  attributes.ends[position] = end
  return end > start
}
