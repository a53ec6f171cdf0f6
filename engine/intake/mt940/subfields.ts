import type { Details, EntryDetails } from './details.ts'
import { readSepaKeywords, startsWithKeyword } from './sepa-keywords.ts'

/** Where the subfields of a text begin, and the sign before the number of each. */
export interface SubfieldsStart {
  readonly code: string | undefined
  readonly sign: string
  readonly offset: number
}

/** The start of subfields such as `166?00GUTSCHRIFT?20…` or `<20…`; undefined for a text of another form. */
export function subfieldsStart([first = '', second = '']: readonly string[]): SubfieldsStart | undefined {
  const parts = pattern.exec(first.length < 8 ? first + second : first)
  if (parts === null) return undefined
  const [start, code, sign = ''] = parts
  return { code, sign, offset: start.length - 1 }
}

/** The code of the business transaction where there is one, a sign, and the number of the first subfield. */
const pattern = /^\s*(?:(\d{3})(?=[^\w\s/.,:;()-]\d\d)|(?=[?<>~^]\d\d))([^\w\s])/

/**
 * Subfields, read. `text` is all lines in one, as their ends stand anywhere. The IBAN of ?38 replaces an account of ?31.
 */
export function readSubfields(text: string, { code, sign, offset }: SubfieldsStart): EntryDetails {
  const attributes: Details = { transactionCode: code }
  const remittance = createCutText()
  const name = createCutText()
  for (let start = offset + 1; start > 0; ) {
    const end = nextSubfield(text, sign, start)
    const number = numberAt(text, start)
    const value = end < 0 ? text.slice(start + 2) : text.slice(start + 2, end)
    if ((number >= 20 && number <= 29) || (number >= 60 && number <= 63)) remittance.add(value)
    else if (number === 32 || number === 33) name.add(value)
    else if (number === 30) attributes[isBic(value) ? 'counterpartyBic' : 'counterpartyBankCode'] = value
    else if (number === 38 || (number === 31 && attributes['counterpartyAccount'] === undefined))
      attributes['counterpartyAccount'] = value.replaceAll(' ', '')
    else attributes[attributeNames.get(number) ?? `field${text.slice(start, start + 2)}`] = value
    start = end + 1
  }
  const description = readSepaKeywords(remittance.text(), attributes)
  return { description, counterparty: name.text().replaceAll('\n', ' '), attributes }
}

const attributeNames = new Map([
  [0, 'bookingText'],
  [10, 'primaNota'],
  [34, 'textKeyExtension'],
])

/** Where the sign of the next subfield stands; negative behind the last. A sign without a number is part of the text. */
function nextSubfield(text: string, sign: string, start: number): number {
  let end = text.indexOf(sign, start)
  while (end >= 0 && numberAt(text, end + 1) < 0) end = text.indexOf(sign, end + 1)
  return end
}

/** The number that two digits at `start` are; negative where there are none. */
function numberAt(text: string, start: number): number {
  const [tens, ones] = [text.charCodeAt(start) - zero, text.charCodeAt(start + 1) - zero]
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : -1
}

const zero = 0x30

/**
 * Subfields in one text. A full one goes on in the next, as the cut fell anywhere, unless a keyword begins there. A line
 * feed stands between others.
 */
function createCutText() {
  let text = ''
  let isFull = true
  return {
    add(value: string): void {
      text += isFull && !startsWithKeyword(value) ? value : `\n${value.trimStart()}`
      isFull = value.length >= subfieldWidth
    },
    text: () => text,
  }
}

const subfieldWidth = 27

const isBic = (text: string): boolean => /^[A-Z]{6}[A-Z0-9]{2,5}$/.test(text)
