import type { Details, EntryDetails } from './details.ts'
import { readSepaKeywords } from './sepa-keywords.ts'
import { hasSlashWords, readSlashWords } from './slash-words.ts'
import { readSubfields, subfieldsStart } from './subfields.ts'

/**
 * Reads the :86: of an entry. Its forms: German subfields `166?00…?20…`, subfields with another sign (`<20`), words
 * between slashes (`/EREF/…/REMI/…`), SEPA keywords (`EREF+… SVWZ+…`), and free text.
 */
export function readEntryDetails(written: readonly string[]): EntryDetails {
  const lines = withoutCode(written)
  const start = subfieldsStart(lines)
  if (start !== undefined) return readSubfields(joinWrapped(lines, start.sign), start)
  const joined = joinWrapped(lines)
  const unstructured = /^999(?:PN(\d+))?/.exec(joined)
  const text = unstructured === null ? joined : joined.slice(unstructured[0].length)
  if (hasSlashWords(text)) return readSlashWords(text)
  const attributes: Details = unstructured === null ? {} : { transactionCode: '999', primaNota: unstructured[1] }
  const description = readSepaKeywords(text, attributes)
  const named = /\bREK: ?(\S+)\/NAAM: ?(.+)$/.exec(description)
  if (named === null) return { description, attributes }
  const [whole, account, counterparty] = named
  attributes['counterpartyAccount'] = account
  return { description: description.slice(0, -whole.length), counterparty, attributes }
}

/** Some Polish banks write the code of the transaction twice: in a :86: of its own and in the :86: with the details. */
function withoutCode(lines: readonly string[]): readonly string[] {
  const [code = '', next = ''] = lines
  return /^\d{3}$/.test(code) && next.startsWith(code) && subfieldsStart([next]) !== undefined ? lines.slice(1) : lines
}

/**
 * Joins lines by spaces. There is no space after a full line, which may cut a word, or before the sign of a subfield.
 */
function joinWrapped(lines: readonly string[], sign?: string): string {
  const [first = '', ...others] = lines
  if (others.length === 0) return first
  const width = lines.reduce((longest, { length }) => Math.max(longest, length), fullWidth)
  let text = first
  let isFull = first.length >= width
  for (const line of others) {
    text =
      isFull || (sign !== undefined && line.startsWith(sign)) ? text + line : `${text.trimEnd()} ${line.trimStart()}`
    isFull = line.length >= width
  }
  return text
}

/** The longest lines are full from this length on: they may have 65 characters, of which some banks use 64. */
const fullWidth = 64

/** Reads details in which a number at the start of each line says what the line holds: `15Muster GmbH`. */
export function readNotes(lines: readonly string[]): EntryDetails {
  const attributes: Details = {}
  const remittance: string[] = []
  const name: string[] = []
  for (const line of lines) {
    const number = Number(line.slice(0, 2))
    const text = line.slice(2).trim()
    if (number >= 1 && number <= 14) remittance.push(text)
    else if (number === 15 || number === 16) name.push(text)
    else attributes[attributeNames.get(number) ?? `note${line.slice(0, 2)}`] = text
  }
  return { description: remittance.join(' '), counterparty: name.join(' '), attributes }
}

const attributeNames = new Map([
  [17, 'bookingText'],
  [18, 'primaNota'],
  [19, 'bookingTime'],
])
