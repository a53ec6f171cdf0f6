import { byteAt, float64At, int32At } from '../base/at.ts'
import { appendDate } from '../base/date-bytes.ts'
import { appendDecimal } from '../base/small-decimal.ts'
import {
  appendByte,
  appendEscaped,
  appendStretch,
  reserve,
  type Stretch,
  stretchOf,
  type WordBuffer,
} from '../base/word-buffer.ts'
import { absentDay } from './columns.ts'
import { type DateField, type DecimalField, dateFields, decimalFields, type TextField, textFields } from './record.ts'
import type { RecordValues } from './record-values.ts'

/**
 * Adds the canonical line of a record, RFC 8785, without its newline. The same bytes as `canonicalize` gives for the
 * record as an object. Requires at least one field; an id that is absent has no member.
 *
 *     {"amount":"-12.5","currency":"EUR","id":"s1"}
 */
export function appendRecordLine(buffer: WordBuffer, values: RecordValues): void {
  const start = buffer.end
  // Members sorted by their names.
  appendTextField(buffer, values, account)
  appendDecimalField(buffer, values, amount)
  appendAttributes(buffer, values)
  appendTextField(buffer, values, counterparty)
  appendCurrency(buffer, values)
  appendDateField(buffer, values, date)
  appendTextField(buffer, values, description)
  appendDecimalField(buffer, values, fee)
  appendDecimalField(buffer, values, gross)
  appendId(buffer, values)
  appendDecimalField(buffer, values, net)
  appendTextField(buffer, values, reference)
  appendTextField(buffer, values, status)
  appendTextField(buffer, values, type)
  appendDateField(buffer, values, valueDate)
  // Every member begins with a comma; the brace takes the place of the first.
  buffer.bytes[start] = openBrace
  appendByte(buffer, closeBrace)
}

/** A member of the line: the position of its field among those of its kind, and `,"name":"`. */
interface Member {
  readonly position: number
  readonly name: Stretch
}

const [openBrace, closeBrace, quote] = [0x7b, 0x7d, 0x22]

const nameOf = (field: string): Stretch => stretchOf(`,"${field}":"`)
const textMember = (field: TextField): Member => ({ position: textFields.indexOf(field), name: nameOf(field) })
const decimalMember = (field: DecimalField): Member => ({ position: decimalFields.indexOf(field), name: nameOf(field) })
const dateMember = (field: DateField): Member => ({ position: dateFields.indexOf(field), name: nameOf(field) })

const account = textMember('account')
const amount = decimalMember('amount')
const attributesName = stretchOf(',"attributes":')
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

/** The text that is being added: one object for all, as records are written one after the other. */
const text: Stretch = { view: new DataView(new ArrayBuffer(0)), start: 0, end: 0 }

function appendTextField(buffer: WordBuffer, values: RecordValues, { position, name }: Member): void {
  text.start = int32At(values.starts, position)
  text.end = int32At(values.ends, position)
  if (text.start === text.end) return
  text.view = values.view
  appendStretch(buffer, name)
  appendText(buffer, text, values.isPlain)
  appendByte(buffer, quote)
}

function appendText(buffer: WordBuffer, stretch: Stretch, isPlain: boolean): void {
  if (isPlain) appendStretch(buffer, stretch)
  else appendEscaped(buffer, stretch)
}

function appendDecimalField(buffer: WordBuffer, values: RecordValues, { position, name }: Member): void {
  const coefficient = float64At(values.coefficients, position)
  if (Number.isNaN(coefficient)) return
  appendStretch(buffer, name)
  appendDecimal(buffer, coefficient, byteAt(values.scales, position))
  appendByte(buffer, quote)
}

function appendDateField(buffer: WordBuffer, values: RecordValues, { position, name }: Member): void {
  const day = int32At(values.days, position)
  if (day === absentDay) return
  appendStretch(buffer, name)
  appendDate(buffer, day)
  appendByte(buffer, quote)
}

function appendCurrency(buffer: WordBuffer, { currency }: RecordValues): void {
  if (currency === 0) return
  appendStretch(buffer, currencyName)
  reserve(buffer, 4)
  // The three letters and the quote behind them.
  buffer.view.setUint32(buffer.end, 256 * currency + quote)
  buffer.end += 4
}

function appendId(buffer: WordBuffer, { id, isPlain }: RecordValues): void {
  if (id.start === id.end) return
  appendStretch(buffer, idName)
  appendText(buffer, id, isPlain)
  appendByte(buffer, quote)
}

function appendAttributes(buffer: WordBuffer, { view, isPlain, attributes }: RecordValues): void {
  const { names, count, numbers, starts, ends, literals } = attributes
  if (count === 0) return
  appendStretch(buffer, attributesName)
  const open = buffer.end
  text.view = view
  for (let position = 0; position < count; position++) {
    text.start = int32At(starts, position)
    text.end = int32At(ends, position)
    const isText = literals[position] === 0
    appendStretch(buffer, names.memberAt(int32At(numbers, position)))
    if (isText) appendByte(buffer, quote)
    appendText(buffer, text, isPlain)
    if (isText) appendByte(buffer, quote)
  }
  buffer.bytes[open] = openBrace
  appendByte(buffer, closeBrace)
}
