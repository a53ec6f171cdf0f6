import type { Details, EntryDetails } from './details.ts'

/** Whether a text has words between slashes: `/TRTP/SEPA OVERBOEKING/IBAN/NL…/REMI/INV-1`. */
export const hasSlashWords = (text: string): boolean => /^\s*\/[A-Z0-9]{2,9}\//.test(text) && words.test(text)

/** Text that follows no known word is part of the description. */
export function readSlashWords(text: string): EntryDetails {
  const [before = '', ...parts] = text.split(words)
  const attributes: Details = {}
  const named = new Map<string, string>()
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const [word = '', value = ''] = parts.slice(index, index + 2)
    const text = value.replace(/^\/|\/+$/g, '').trim()
    const name = attributeNames[word]
    if (text === '') continue
    if (name !== undefined) attributes[name] ??= text
    else if (!named.has(word)) named.set(word, text)
  }
  const [account, bic, holder] = named.get('CNTP')?.split('/') ?? []
  if (account !== undefined) attributes['counterpartyAccount'] ??= account
  if (bic !== undefined) attributes['counterpartyBic'] ??= bic
  const remittance = named.get('REMI') ?? ''
  const structured = /^STRD\/[A-Z]+\/(\S+)/.exec(remittance)
  if (structured !== null) attributes['creditorReference'] ??= structured[1]
  return {
    description: [before, remittance.replace(/^(USTD\/\/|STRD\/[A-Z]+\/)/, '')].filter((each) => each !== '').join(' '),
    counterparty: named.get('NAME') ?? holder ?? named.get('ORDP') ?? named.get('BENM'),
    attributes,
  }
}

const attributeNames: { readonly [word: string]: string } = {
  EREF: 'endToEndId',
  IBAN: 'counterpartyAccount',
  BIC: 'counterpartyBic',
  MARF: 'mandateId',
  CSID: 'creditorId',
  CDTRREF: 'creditorReference',
  PREF: 'paymentReference',
  TRTP: 'bookingText',
  TRCD: 'transactionCode',
  RTRN: 'returnReason',
  PURP: 'purpose',
  ULTD: 'ultimateDebtor',
  ULTB: 'ultimateCreditor',
  ISDT: 'isdt',
  ADDR: 'counterpartyAddress',
  SVCL: 'serviceLevel',
  OCMT: 'originalAmount',
  CHGS: 'charges',
  EXCH: 'exchangeRate',
}

const words = new RegExp(`/(REMI|NAME|CNTP|BENM|ORDP|${Object.keys(attributeNames).join('|')})/`)
