import { byteAt, float64At, int32At } from '../base/at.ts'
import { putDate } from '../base/date-bytes.ts'
import { putDecimal } from '../base/small-decimal.ts'
import {
  type BufferRange,
  escapeByteCountMax,
  putEscaped,
  putRange,
  rangeOf,
  reserve,
  setView,
  type WordBuffer,
} from '../base/word-buffer.ts'
import { absentDay } from './columns.ts'
import { type DateField, type DecimalField, dateFields, decimalFields, type TextField, textFields } from './record.ts'
import type { RecordValues } from './record-values.ts'

/**
 * Adds the canonical line of a record (RFC 8785) without its newline: the same bytes as `canonicalize`. Requires at
 * least one field; an absent id is left out.
 *
 * {"amount":"-12.5","currency":"EUR","id":"s1"}
 */
export function appendRecordLine(buffer: WordBuffer, values: RecordValues): void {
  const start = buffer.end
  reserve(buffer, byteCountMax(values))
  // Members are written in the order of their names.
  putText(buffer, values, account)
  putAmount(buffer, values, amount)
  putAttributes(buffer, values)
  putText(buffer, values, counterparty)
  putCurrency(buffer, values)
  putDay(buffer, values, date)
  putText(buffer, values, description)
  putAmount(buffer, values, fee)
  putAmount(buffer, values, gross)
  putId(buffer, values)
  putAmount(buffer, values, net)
  putText(buffer, values, reference)
  putText(buffer, values, status)
  putText(buffer, values, type)
  putDay(buffer, values, valueDate)
  // Every member begins with a comma; the opening brace replaces the first comma.
  buffer.bytes[start] = openBrace
  buffer.bytes[buffer.end++] = closeBrace
}

/** `position` is the field's position among fields of its type; `name` is written as in `,"amount":"`. */
interface Member {
  readonly position: number
  readonly name: BufferRange
}

const [openBrace, closeBrace, quote] = [0x7b, 0x7d, 0x22]

const nameOf = (field: string): BufferRange => rangeOf(`,"${field}":"`)
const textMember = (field: TextField): Member => ({ position: textFields.indexOf(field), name: nameOf(field) })
const decimalMember = (field: DecimalField): Member => ({ position: decimalFields.indexOf(field), name: nameOf(field) })
const dateMember = (field: DateField): Member => ({ position: dateFields.indexOf(field), name: nameOf(field) })

const account = textMember('account')
const amount = decimalMember('amount')
const attributesName = rangeOf(',"attributes":')
const counterparty = textMember('counterparty')
const currencyName = nameOf('currency')
const date = dateMember('date')
const description = textMember('description')
const fee = decimalMember('fee')
const gross = decimalMember('gross')
const idName = nameOf('id')
const net = decimalMember('net')
const reference = textMember('reference')
const status = textMember('status')
const type = textMember('type')
const valueDate = dateMember('valueDate')

const text: BufferRange = rangeOf('')

/** Enough bytes for the names of all fields, for amounts, dates and punctuation. */
const fieldsByteCountMax = 512

function byteCountMax({ byteCount, id, isPlain, attributes }: RecordValues): number {
  const textByteCount = byteCount + id.end - id.start
  return (
    fieldsByteCountMax + attributes.names.byteCount() + (isPlain ? textByteCount : escapeByteCountMax * textByteCount)
  )
}

function putText(buffer: WordBuffer, values: RecordValues, { position, name }: Member): void {
  text.start = int32At(values.starts, position)
  text.end = int32At(values.ends, position)
  if (text.start === text.end) return
  setView(text, values.view)
  putRange(buffer, name)
  putValue(buffer, text, values.isPlain)
  buffer.bytes[buffer.end++] = quote
}

function putValue(buffer: WordBuffer, range: BufferRange, isPlain: boolean): void {
  if (isPlain) putRange(buffer, range)
  else putEscaped(buffer, range)
}

function putAmount(buffer: WordBuffer, values: RecordValues, { position, name }: Member): void {
  const coefficient = float64At(values.coefficients, position)
  if (Number.isNaN(coefficient)) return
  putRange(buffer, name)
  putDecimal(buffer, coefficient, byteAt(values.scales, position))
  buffer.bytes[buffer.end++] = quote
}

function putDay(buffer: WordBuffer, values: RecordValues, { position, name }: Member): void {
  const day = int32At(values.days, position)
  if (day === absentDay) return
  putRange(buffer, name)
  putDate(buffer, day)
  buffer.bytes[buffer.end++] = quote
}

function putCurrency(buffer: WordBuffer, { currency }: RecordValues): void {
  if (currency === 0) return
  putRange(buffer, currencyName)
  buffer.view.setUint32(buffer.end, 256 * currency + quote)
  buffer.end += 4
}

function putId(buffer: WordBuffer, { id, isPlain }: RecordValues): void {
  if (id.start === id.end) return
  putRange(buffer, idName)
  putValue(buffer, id, isPlain)
  buffer.bytes[buffer.end++] = quote
}

function putAttributes(buffer: WordBuffer, { view, isPlain, attributes }: RecordValues): void {
  const { names, count, numbers, starts, ends, literals } = attributes
  if (count === 0) return
  putRange(buffer, attributesName)
  const open = buffer.end
  setView(text, view)
  for (let position = 0; position < count; position++) {
    text.start = int32At(starts, position)
    text.end = int32At(ends, position)
    const isText = literals[position] === 0
    putRange(buffer, names.memberAt(int32At(numbers, position)))
    if (isText) buffer.bytes[buffer.end++] = quote
    putValue(buffer, text, isPlain)
    if (isText) buffer.bytes[buffer.end++] = quote
  }
  buffer.bytes[open] = openBrace
  buffer.bytes[buffer.end++] = closeBrace
}
