import type { Details, EntryDetails } from './entry-details.ts'
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

/** Subfields, read. `text` is all lines in one, as their ends stand anywhere. The IBAN of ?38 replaces an account of ?31. */
export function readSubfields(text: string, { code, sign, offset }: SubfieldsStart): EntryDetails {
  const attributes: Details = { transactionCode: code }
  const remittance: string[] = []
  const name: string[] = []
  for (const [number, value] of subfieldsOf(text, sign, offset)) {
    if ((number >= 20 && number <= 29) || (number >= 60 && number <= 63)) remittance.push(value)
    else if (number === 32 || number === 33) name.push(value)
    else if (number === 30) attributes[isBic(value) ? 'counterpartyBic' : 'counterpartyBankCode'] = value
    else if (number === 38 || (number === 31 && attributes['counterpartyAccount'] === undefined))
      attributes['counterpartyAccount'] = value.replaceAll(' ', '')
    else attributes[attributeNames[number] ?? `field${String(number).padStart(2, '0')}`] = value
  }
  const description = readSepaKeywords(joinCuts(remittance), attributes)
  return { description, counterparty: joinCuts(name).replaceAll('\n', ' '), attributes }
}

const attributeNames: { readonly [number: number]: string } = {
  0: 'bookingText',
  10: 'primaNota',
  34: 'textKeyExtension',
}

/** Numbers and values. A sign that no number follows is a part of the text. */
function subfieldsOf(text: string, sign: string, offset: number): readonly (readonly [number, string])[] {
  const subfields: [number, string][] = []
  for (const part of text.slice(offset + 1).split(sign)) {
    const [tens, ones] = [part.charCodeAt(0) - zero, part.charCodeAt(1) - zero]
    const last = subfields.at(-1)
    if (tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9) subfields.push([10 * tens + ones, part.slice(2)])
    else if (last !== undefined) last[1] += sign + part
  }
  return subfields
}

const zero = 0x30

/**
 * Subfields in one text. A full one goes on in the next, as the cut fell anywhere, unless a keyword begins there. A line
 * feed stands between others.
 */
function joinCuts(values: readonly string[]): string {
  const [first = '', ...others] = values
  let text = first
  let isFull = first.length >= subfieldWidth
  for (const value of others) {
    text += isFull && !startsWithKeyword(value) ? value : `\n${value}`
    isFull = value.length >= subfieldWidth
  }
  return text
}

const subfieldWidth = 27

const isBic = (text: string): boolean => /^[A-Z]{6}[A-Z0-9]{2,5}$/.test(text)
