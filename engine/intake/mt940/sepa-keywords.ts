import type { Details } from './details.ts'

/**
 * Returns the remittance text of `text`, and adds the values of its keywords to `attributes`: `EREF+INV-1 MREF+M-7
 * SVWZ+Thank you`. A line feed stands after a subfield that is not full; an identification ends there.
 */
export function readSepaKeywords(text: string, attributes: Details): string {
  const withPlus = keywordsOf(text, '+')
  const keywords = withPlus.length > 0 ? withPlus : keywordsOf(text, ':')
  const first = keywords[0]
  if (first === undefined) return oneLine(text)
  let free = oneLine(text.slice(0, first.start))
  const addFree = (more: string): void => {
    const line = oneLine(more)
    if (line !== '') free = free === '' ? line : `${free} ${line}`
  }
  let index = 0
  for (const { name, valueStart } of keywords) {
    index += 1
    const value = text.slice(valueStart, keywords[index]?.start)
    const end = value.indexOf('\n')
    if (name === remittance) addFree(value)
    else if (end < 0 || name.startsWith('ultimate')) attributes[name] = oneLine(value)
    else {
      attributes[name] = value.slice(0, end)
      addFree(value.slice(end + 1))
    }
  }
  return free
}

const remittance = 'description'

const names = new Map([
  ['SVWZ', remittance],
  ['EREF', 'endToEndId'],
  ['KREF', 'customerReference'],
  ['MREF', 'mandateId'],
  ['CRED', 'creditorId'],
  ['DEBT', 'debtorId'],
  ['ABWA', 'ultimateDebtor'],
  ['ABWE', 'ultimateCreditor'],
  ['COAM', 'compensationAmount'],
  ['OAMT', 'originalAmount'],
  ['PURP', 'purpose'],
  ['RREF', 'returnReference'],
  ['IBAN', 'counterpartyAccount'],
  ['BIC', 'counterpartyBic'],
])

interface Keyword {
  readonly name: string
  readonly start: number
  readonly valueStart: number
}

/**
 * The keywords that precede `sign`, in order. After a letter or digit, the text is not a keyword but the end of a word.
 */
function keywordsOf(text: string, sign: '+' | ':'): readonly Keyword[] {
  const keywords: Keyword[] = []
  for (let end = text.indexOf(sign); end >= 0; end = text.indexOf(sign, end + 1)) {
    const long = end < 4 ? undefined : names.get(text.slice(end - 4, end))
    const name = long ?? (end < 3 ? undefined : names.get(text.slice(end - 3, end)))
    const start = long === undefined ? end - 3 : end - 4
    if (name === undefined || (start > 0 && isWordCharacter(text.charCodeAt(start - 1)))) continue
    const next = text.charAt(end + 1)
    keywords.push({ name, start, valueStart: next === ' ' || next === '\n' ? end + 2 : end + 1 })
  }
  return keywords
}

export const startsWithKeyword = (text: string): boolean =>
  (isSign(text.charCodeAt(4)) && names.has(text.slice(0, 4))) ||
  (isSign(text.charCodeAt(3)) && names.has(text.slice(0, 3)))

const [plus, colon] = [0x2b, 0x3a]

const isSign = (code: number): boolean => code === plus || code === colon

const isWordCharacter = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)

const oneLine = (text: string): string => (text.includes('\n') ? text.replaceAll('\n', ' ') : text).trim()
