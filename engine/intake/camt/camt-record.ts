import { absolute, compareDecimals, type Decimal, formatDecimal } from '../../base/decimal.ts'
import type { Entry } from '../dataset/statement-writer.ts'
import { decimalOf } from './camt-reading.ts'
import type { Slots } from './element-tree.ts'

/** Where the texts of a record come from: the slots of an entry and, if it is split, of one of its details. */
interface RecordSource {
  readonly entry: Slots
  readonly detail: Slots
  /** With its sign. */
  readonly amount: Decimal
  readonly currency: string | undefined
  readonly account: string | undefined
  /** Whether the record is the whole entry, so that the entry's instructed amount is the record's. */
  readonly isWhole: boolean
}

type RecordTexts = Pick<Entry, 'reference' | 'description' | 'counterparty' | 'type' | 'status'> & {
  readonly attributes: { [name: string]: string | undefined }
}

/** The texts and attributes of a record. Where detail and entry both have a text, the detail's counts. */
export function textsOf({ entry, detail, amount, currency, account, isWhole }: RecordSource): RecordTexts {
  const attributes: { [name: string]: string | undefined } = {}
  for (const name of attributeSlots) {
    const text = detail[name] ?? entry[name]
    if (text !== undefined) attributes[name] = text
  }
  const isReversal = entry['reversal'] === 'true' || entry['reversal'] === '1'
  if (isReversal) attributes['reversal'] = 'true'
  if (entry['bankReference'] !== attributes['bankReference']) attributes['entryBankReference'] = entry['bankReference']
  for (const [slot, name] of timestampNames) {
    const text = entry[slot]
    if (text !== undefined && /[T ]/.test(text)) attributes[name] = text
  }
  const isCredit = amount.coefficient === 0n ? entry['indicator'] === 'CRDT' : amount.coefficient > 0n
  const party = counterpartyOf(detail, { account, isCredit, isReversal })
  attributes['counterpartyAccount'] = detail[`${party}Account`]
  attributes['counterpartyBic'] = detail[`${party}Bic`]
  const ultimate = detail[party === 'debtor' ? 'ultimateDebtor' : 'ultimateCreditor']
  attributes['ultimateCounterparty'] = ultimate
  addOriginal(attributes, { slots: isWhole ? [detail, entry] : [detail], amount, currency })
  return {
    reference: firstOf(attributes, referenceSlots),
    description:
      detail['remittance'] ??
      detail['structuredRemittance'] ??
      attributes['transactionInformation'] ??
      attributes['entryInformation'],
    counterparty: detail[party] ?? ultimate,
    type: typeOf(detail) ?? typeOf(entry),
    status: entry['status'],
    attributes,
  }
}

/** The slots of references, first those that a ledger most likely knows. */
const referenceSlots = [
  'creditorReference',
  'documentNumber',
  'endToEndId',
  'customerReference',
  'chequeNumber',
  'paymentInformationId',
  'batchPaymentId',
]

const attributeSlots = [
  ...referenceSlots,
  'mandateId',
  'creditorId',
  'instructionId',
  'transactionId',
  'messageId',
  'batchMessageId',
  'uetr',
  'clearingReference',
  'proprietaryReference',
  'bankReference',
  'entryReference',
  'proprietaryCode',
  'purpose',
  'returnReason',
  'acceptanceTimestamp',
  'transactionTimestamp',
  'structuredRemittance',
  'transactionInformation',
  'entryInformation',
  'exchangeRate',
]

const timestampNames = [
  ['date', 'timestamp'],
  ['valueDate', 'valueTimestamp'],
] as const

const firstOf = (texts: Slots, names: readonly string[]): string | undefined => {
  for (const name of names) if (texts[name] !== undefined) return texts[name]
  return undefined
}

/** The ISO code of the transaction, such as `PMNT-RCDT-ESCT`, or else the bank's own. */
function typeOf({ domain, family, subfamily, proprietaryCode }: Slots): string | undefined {
  if (domain === undefined) return proprietaryCode
  return [domain, family, subfamily].filter((code) => code !== undefined).join('-')
}

interface Direction {
  readonly account: string | undefined
  readonly isCredit: boolean
  readonly isReversal: boolean
}

/**
 * Whether the counterparty is the debtor or the creditor. A reversal keeps the parties of the original payment: there
 * the account or the names decide.
 */
function counterpartyOf(slots: Slots, { account, isCredit, isReversal }: Direction): 'debtor' | 'creditor' {
  const { debtorAccount, creditorAccount } = slots
  const isDebtor = isSameAccount(account, debtorAccount)
  if (isDebtor !== isSameAccount(account, creditorAccount)) return isDebtor ? 'creditor' : 'debtor'
  const [usual, other] = isCredit ? (['debtor', 'creditor'] as const) : (['creditor', 'debtor'] as const)
  const isNamed = slots[usual] !== undefined || slots[`${usual}Account`] !== undefined
  return isReversal && !isNamed ? other : usual
}

const isSameAccount = (own: string | undefined, other: string | undefined): boolean =>
  own !== undefined && other !== undefined && (own === other || compact(own) === compact(other))

const compact = (account: string): string => account.replaceAll(' ', '').toUpperCase()

interface Booked {
  /** Where to look for a text, the most specific slots first. */
  readonly slots: readonly Slots[]
  readonly amount: Decimal
  readonly currency: string | undefined
}

function addOriginal(attributes: Slots, { slots, amount, currency }: Booked): void {
  for (const each of slots)
    for (const slot of originalSlots) {
      const text = each[slot]
      if (text === undefined) continue
      const own = each[`${slot}Currency`]
      const value = decimalOf(text)
      const isInstructed = slot === 'instructedAmount'
      const isOther = value === undefined || compareDecimals(value, absolute(amount)) !== 0
      if ((own ?? currency) === currency && !(isInstructed && isOther)) continue
      attributes['originalAmount'] = value === undefined ? text : formatDecimal(value)
      attributes['originalCurrency'] = own
      return
    }
}

const originalSlots = ['instructedAmount', 'amount', 'transactionAmount']
