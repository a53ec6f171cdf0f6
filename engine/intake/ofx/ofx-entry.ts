import { isCurrencyCode } from '../../base/currency.ts'
import type { Entry, StatementWriter } from '../dataset/statement-writer.ts'
import { lineLengthMax } from '../format/text-lines.ts'
import { type RowFaultCode, shown } from '../rows/row-fault.ts'
import { type AmountReader, type DateReader, isZeros, type OfxDate } from './ofx-values.ts'

/** A transaction: a STMTTRN or a STMTTRNP. */
export interface OfxEntry {
  readonly line: number
  /** A STMTTRNP, from a list of pending transactions. */
  readonly isPending: boolean
  /** The tags that have a value, in order; those inside aggregates are named `PAYEE.NAME`. */
  readonly names: string[]
  readonly values: { [name: string]: OfxValue | undefined } & { [name in KnownName]?: OfxValue | undefined }
  length: number
}

export interface OfxValue {
  readonly text: string
  readonly line: number
}

interface EntryContext {
  readonly writer: StatementWriter
  readonly readAmount: AmountReader
  readonly readDate: DateReader
  /** Stands before the FITIDs of every account but the file's first. */
  readonly idPrefix: string
}

/** A second one of these tags means that the end of the entry is missing. */
const single = new Set(['TRNAMT', 'DTPOSTED', 'FITID'])
const valueCountMax = 100

export const createEntry = (line: number, isPending: boolean): OfxEntry => ({
  line,
  isPending,
  names: [],
  values: { ...noValues },
  length: 0,
})

/** Repeated texts are joined. */
export function addValue(entry: OfxEntry, name: string, value: OfxValue): Complaint | undefined {
  const { names, values } = entry
  const before = values[name]
  if (before !== undefined && single.has(name)) {
    const detail = `Got ${name} twice in one transaction, wanted it once: is the end of a transaction missing?`
    return { code: 'malformed_file', detail }
  }
  entry.length += name.length + value.text.length
  if (entry.length > lineLengthMax || names.length >= valueCountMax) {
    const detail = `Got a transaction of more than ${lineLengthMax} characters or ${valueCountMax} values`
    return { code: 'record_too_large', detail }
  }
  values[name] = before === undefined ? value : { text: `${before.text} ${value.text}`, line: before.line }
  if (before === undefined) names.push(name)
  return undefined
}

export function dropValues({ names, values }: OfxEntry, count: number): readonly (readonly [string, OfxValue])[] {
  return names.splice(count).flatMap((name) => {
    const value = values[name]
    values[name] = undefined
    return value === undefined ? [] : [[name, value]]
  })
}

interface Complaint {
  readonly code: RowFaultCode
  readonly detail: string
}

/** Hands the entry on; a value that cannot be read is a fault. The sign of TRNAMT counts, whatever TRNTYPE says. */
export function takeEntry(entry: OfxEntry, context: EntryContext): void {
  const { line, isPending, values } = entry
  const { writer, idPrefix } = context
  const date = isPending ? dateIn(entry, 'DTTRAN', context) : dateIn(entry, 'DTPOSTED', context)
  const amount = amountIn(entry, context)
  if (amount === undefined) return
  const [id, chequeNumber, currency] = [values.FITID?.text, values.CHECKNUM?.text, values['CURRENCY.CURSYM']]
  const hasId = id !== undefined && !isZeros(id)
  const hasNumber = chequeNumber !== undefined && !isZeros(chequeNumber)
  writer.take({
    line,
    amount,
    currency: currency && readCurrency(currency, 'CURSYM', writer),
    date: date?.day,
    valueDate: dateIn(entry, values.DTAVAIL === undefined ? 'VALUEDATE' : 'DTAVAIL', context)?.day,
    id: hasId ? idPrefix + id : undefined,
    reference: hasNumber ? chequeNumber : values.REFNUM?.text,
    counterparty: (values.NAME ?? values['PAYEE.NAME'] ?? values.EXTDNAME)?.text,
    description: values.MEMO?.text,
    type: values.TRNTYPE?.text,
    status: isPending ? 'PENDING' : undefined,
    isBooked: !isPending,
    attributes: attributesOf(entry, { timestamp: date?.timestamp, fitId: idPrefix === '' || !hasId ? undefined : id }),
  })
}

/** Undefined where the tag is missing or all zeros, and after a fault. */
function dateIn({ values }: OfxEntry, tag: KnownName, { writer, readDate }: EntryContext): OfxDate | undefined {
  const value = values[tag]
  if (value === undefined || isZeros(value.text)) return undefined
  const date = readDate(value.text)
  if (date !== undefined) return date
  const field = tag === 'DTPOSTED' || tag === 'DTTRAN' ? 'date' : 'valueDate'
  const detail = `Got ${shown(value.text)}, wanted a date such as 20260331 or 20260331120000[-5:EST]`
  writer.fault('invalid_date', detail, { line: value.line, column: tag, field })
  return undefined
}

function amountIn(entry: OfxEntry, { writer, readAmount }: EntryContext): Entry['amount'] | undefined {
  const value = entry.values.TRNAMT
  const amount = value && readAmount(value.text)
  if (amount !== undefined) return amount
  const place = { line: value?.line ?? entry.line, column: 'TRNAMT', field: 'amount' }
  if (value === undefined) writer.fault('missing_amount', 'Got a transaction without TRNAMT, wanted its amount', place)
  else writer.fault('invalid_decimal', amountDetail(value.text), place)
  return undefined
}

export const amountDetail = (text: string): string =>
  `Got ${shown(text)}, wanted an amount such as -1234.50 or -1234,50, without a sign between thousands`

export function readCurrency({ text, line }: OfxValue, tag: string, writer: StatementWriter): string | undefined {
  const code = text.toUpperCase()
  if (isCurrencyCode(code)) return code
  const detail = `Got ${shown(text)}, wanted an ISO 4217 code, such as EUR`
  writer.fault('invalid_currency', detail, { line, column: tag, field: 'currency' })
  return undefined
}

/** The attribute of each tag that is read; null for tags that are a field, or part of one. */
const attributeNames = {
  TRNTYPE: null,
  TRNAMT: null,
  DTPOSTED: null,
  DTTRAN: null,
  DTAVAIL: null,
  VALUEDATE: null,
  FITID: null,
  NAME: null,
  MEMO: null,
  DTUSER: 'userDate',
  CHECKNUM: 'chequeNumber',
  REFNUM: 'bankReference',
  SRVRTID: 'serverId',
  SIC: 'industryCode',
  PAYEEID: 'payeeId',
  CORRECTFITID: 'correctedId',
  CORRECTACTION: 'correctionAction',
  EXTDNAME: 'extendedName',
  'PAYEE.NAME': null,
  'PAYEE.CITY': 'counterpartyCity',
  'PAYEE.COUNTRY': 'counterpartyCountry',
  'BANKACCTTO.ACCTID': 'counterpartyAccount',
  'CCACCTTO.ACCTID': 'counterpartyAccount',
  'BANKACCTTO.BANKID': 'counterpartyBankId',
  'CURRENCY.CURSYM': null,
  'CURRENCY.CURRATE': 'exchangeRate',
  'ORIGCURRENCY.CURRATE': 'exchangeRate',
  'ORIGCURRENCY.CURSYM': 'originalCurrency',
} as const

type KnownName = keyof typeof attributeNames

/** Gives all entries the same shape. */
const noValues = Object.fromEntries(Object.keys(attributeNames).map((name) => [name, undefined]))
const attributeByName = new Map<string, string | null>(Object.entries(attributeNames))

interface TextByName {
  [name: string]: string | undefined
}

/** All values that are no field. A bank's own tags keep their names, in lower case. */
function attributesOf({ names, values }: OfxEntry, named: TextByName): TextByName {
  for (const name of names) {
    const known = attributeByName.get(name)
    if (known !== null) named[known ?? name.toLowerCase()] ??= values[name]?.text
  }
  return named
}
