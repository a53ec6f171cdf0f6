import type { Details, EntryDetails } from './details.ts'
import { readSepaKeywords, startsWithKeyword } from './sepa-keywords.ts'

interface SubfieldsStart {
  readonly code: string | undefined
  readonly sign: string
  readonly offset: number
}

/** Recognises subfields such as `166?00GUTSCHRIFT?20…` or `<20…`; undefined for other texts. */
export function subfieldsStart([first = '', second = '']: readonly string[]): SubfieldsStart | undefined {
  const parts = pattern.exec(first.length < 8 ? first + second : first)
  if (parts === null) return undefined
  const [start, code, sign = ''] = parts
  return { code, sign, offset: start.length - 1 }
}

const pattern = /^\s*(?:(\d{3})(?=[^\w\s/.,:;()-]\d\d)|(?=[?<>~^]\d\d))([^\w\s])/

/**
 * Requires all lines joined, since a line may end within a subfield. The IBAN in ?38 replaces an account number in ?31.
 */
export function readSubfields(text: string, { code, sign, offset }: SubfieldsStart): EntryDetails {
  const attributes: Details = { ...usualAttributes, transactionCode: code }
  let remittance = ''
  let isRemittanceFull = true
  let name = ''
  let isNameFull = true
  for (let start = offset + 1; start > 0; ) {
    const end = nextSubfield(text, sign, start)
    const number = numberAt(text, start)
    const value = end < 0 ? text.slice(start + 2) : text.slice(start + 2, end)
    if ((number >= 20 && number <= 29) || (number >= 60 && number <= 63)) {
      remittance = withCut(remittance, value, isRemittanceFull)
      isRemittanceFull = value.length >= subfieldWidth
    } else if (number === 32 || number === 33) {
      name = withCut(name, value, isNameFull)
      isNameFull = value.length >= subfieldWidth
    } else if (number === 0) attributes['bookingText'] = value
    else if (number === 10) attributes['primaNota'] = value
    else if (number === 34) attributes['textKeyExtension'] = value
    else if (number === 30) {
      if (isBic(value)) attributes['counterpartyBic'] = value
      else attributes['counterpartyBankCode'] = value
    } else if (number === 38 || (number === 31 && attributes['counterpartyAccount'] === undefined))
      attributes['counterpartyAccount'] = value.includes(' ') ? value.replaceAll(' ', '') : value
    else attributes[`field${text.slice(start, start + 2)}`] = value
    start = end + 1
  }
  const description = readSepaKeywords(remittance, attributes)
  return { description, counterparty: name.includes('\n') ? name.replaceAll('\n', ' ') : name, attributes }
}

/** Every object gets these members at once: few shapes of objects are faster. */
const usualAttributes: Details = {
  transactionCode: undefined,
  bookingText: undefined,
  primaNota: undefined,
  textKeyExtension: undefined,
  counterpartyBic: undefined,
  counterpartyBankCode: undefined,
  counterpartyAccount: undefined,
  endToEndId: undefined,
  mandateId: undefined,
  creditorId: undefined,
  customerReference: undefined,
  bankReference: undefined,
}

function nextSubfield(text: string, sign: string, start: number): number {
  let end = text.indexOf(sign, start)
  while (end >= 0 && numberAt(text, end + 1) < 0) end = text.indexOf(sign, end + 1)
  return end
}

function numberAt(text: string, start: number): number {
  const [tens, ones] = [text.charCodeAt(start) - zero, text.charCodeAt(start + 1) - zero]
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : -1
}

const zero = 0x30

/**
 * Appends a subfield. After a full subfield the text continues, unless a keyword begins; otherwise a line feed
 * separates them.
 */
const withCut = (text: string, value: string, isFull: boolean): string =>
  isFull && !startsWithKeyword(value) ? text + value : `${text}\n${value.trimStart()}`

const subfieldWidth = 27

const isBic = (text: string): boolean => /^[A-Z]{6}[A-Z0-9]{2,5}$/.test(text)
