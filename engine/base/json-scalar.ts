import { type JsonReader, malformed, refusal } from './json-reader.ts'

/** A float64 holds every decimal of up to 15 significant digits exactly. */
const numberDigitsMax = 15

/** Longer numbers are refused without stripping their zeros, which would take time. */
const numberLengthMax = 64

/** Throws a JsonError on a lone surrogate, an unknown escape or a bare control character. */
export function readString(reader: JsonReader): string {
  const { text, offset: start } = reader
  let value = ''
  let from = start + 1
  for (reader.offset = from; ; reader.offset++) {
    const unit = text.charCodeAt(reader.offset)
    if (unit === 0x22) break
    if (unit === 0x5c) {
      value += text.slice(from, reader.offset) + readEscape(reader)
      from = reader.offset + 1
    } else if (!(unit >= 0x20)) throw malformed(reader, 'text, its control characters escaped, and a closing quote')
  }
  value += text.slice(from, reader.offset)
  if (!value.isWellFormed()) {
    reader.offset = start
    throw refusal(reader, 'lone_surrogate', 'Got half of a surrogate pair, wanted a character')
  }
  reader.offset += 1
  return value
}

const escapes = new Map(Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }))

/** Leaves the reader at the last character of the escape. */
function readEscape(reader: JsonReader): string {
  reader.offset += 1
  const letter = reader.text.charAt(reader.offset)
  const plain = escapes.get(letter)
  if (plain !== undefined) return plain
  const digits = reader.text.slice(reader.offset + 1, reader.offset + 5)
  if (letter !== 'u' || !/^[0-9a-fA-F]{4}$/.test(digits)) throw malformed(reader, 'an escape sequence')
  reader.offset += 4
  return String.fromCharCode(Number.parseInt(digits, 16))
}

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** Throws a JsonError on a number that a float64 would change. */
export function readNumber(reader: JsonReader): number {
  numberPattern.lastIndex = reader.offset
  const source = numberPattern.exec(reader.text)?.[0]
  if (source === undefined) throw malformed(reader, 'a number')
  const significant = source.length > numberLengthMax ? source : significantDigits(source)
  if (significant.length > numberDigitsMax) {
    const got = `Got a number of ${significant.length} significant digits`
    throw refusal(reader, 'number_precision', `${got}, wanted at most ${numberDigitsMax}: send it as a string`)
  }
  const magnitude = Math.abs(Number(source))
  // Near the ends of its range a float64 keeps fewer digits.
  if (significant !== '' && !(magnitude >= 1e-290 && magnitude <= 1e290)) {
    throw refusal(reader, 'number_range', `Got ${source}, which cannot be held exactly: send it as a string`)
  }
  reader.offset += source.length
  return Number(source)
}

const significantDigits = (source: string): string =>
  source
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '')
    .replace(/0+$/, '')
