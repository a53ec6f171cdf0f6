import type { Details } from './entry-details.ts'

/**
 * The remittance text of `text`, and into `attributes` what its keywords name: `EREF+INV-1 MREF+M-7 SVWZ+Thank you`. A
 * line feed stands where a subfield ended before it was full: there an identification ends too.
 */
export function readSepaKeywords(text: string, attributes: Details): string {
  const split = usualKeyword.test(text) ? withPlus : withColon
  const [before = '', ...parts] = text.split(split)
  if (parts.length === 0) return oneLine(text)
  const free = [before]
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const [keyword = '', value = ''] = parts.slice(index, index + 2)
    const name = attributeNames[keyword]
    if (name === undefined) free.push(value)
    else if (isName(keyword)) attributes[name] = oneLine(value)
    else {
      const end = value.indexOf('\n')
      attributes[name] = end < 0 ? value : value.slice(0, end)
      if (end >= 0) free.push(value.slice(end + 1))
    }
  }
  const texts = free.map(oneLine).filter((each) => each !== '')
  return texts.join(' ')
}

/** Of the keywords that are no attribute, there is SVWZ alone: the remittance text. */
const attributeNames: { readonly [keyword: string]: string } = {
  EREF: 'endToEndId',
  KREF: 'customerReference',
  MREF: 'mandateId',
  CRED: 'creditorId',
  DEBT: 'debtorId',
  ABWA: 'ultimateDebtor',
  ABWE: 'ultimateCreditor',
  COAM: 'compensationAmount',
  OAMT: 'originalAmount',
  PURP: 'purpose',
  RREF: 'returnReference',
  IBAN: 'counterpartyAccount',
  BIC: 'counterpartyBic',
}

const words = ['SVWZ', ...Object.keys(attributeNames)].join('|')
const withPlus = new RegExp(`(?<![A-Za-z0-9])(${words})\\+[ \\n]?`)
const withColon = new RegExp(`(?<![A-Za-z0-9])(${words}):[ \\n]?`)
const usualKeyword = new RegExp(`(?<![A-Za-z0-9])(${words})\\+`)
const keywordStart = new RegExp(`^(?:${words})[+:]`)

const isName = (keyword: string): boolean => keyword === 'ABWA' || keyword === 'ABWE'

/** Whether a keyword begins here. */
export const startsWithKeyword = (text: string): boolean => keywordStart.test(text)

const oneLine = (text: string): string => (text.includes('\n') ? text.replaceAll('\n', ' ') : text).trim()
