import type { Entry, StatementSink, StatementWriter } from '../dataset/statement-writer.ts'
import { lineLengthMax } from '../format/text-lines.ts'
import type { EntryDetails } from './details.ts'
import { readEntryDetails, readNotes } from './entry-details.ts'
import { hasSlashWords, readSlashWords } from './slash-words.ts'
import { readStatementLine, type StatementLine } from './statement-line.ts'
import type { SwiftField } from './swift-fields.ts'

interface EntryWriter {
  /** Begins the entry of a field :61:, unless the field has a fault. Requires that the previous entry has ended. */
  begin(field: SwiftField, writer: StatementWriter): void
  addDetails(field: SwiftField): boolean
  addNotes(lines: readonly string[]): void
  end(): void
}

export function createEntryWriter(sink: StatementSink, take: (entry: Entry) => void): EntryWriter {
  let place = 0
  let isOpen = false
  let statementLine: StatementLine | undefined
  let details: string[] = []
  let detailsLength = 0
  let notes: readonly string[] = []
  const isTooLong = (): boolean => detailsLength > lineLengthMax || details.length > lineLengthMax
  return {
    begin(field, writer) {
      const { line } = field
      const read = readStatementLine(field)
      isOpen = true
      place = line
      details = []
      detailsLength = 0
      notes = []
      statementLine = 'code' in read ? undefined : read
      if ('code' in read) {
        const { code, detail, field: unread } = read
        const place = { line, column: ':61:' }
        writer.fault(code, detail, unread === undefined ? place : { ...place, field: unread })
      } else if (read.isClamped) sink.warn('clamped_date', line)
    },
    addDetails({ line, lines }) {
      if (!isOpen || isTooLong()) return isOpen
      // Not `push(...lines)`: a field of 65,536 characters may have too many lines for arguments.
      for (const each of lines) {
        details.push(each)
        detailsLength += each.length
      }
      if (isTooLong()) {
        const detail = `Got an entry with :86: of more than ${lineLengthMax} characters, wanted at most that`
        sink.faults.add({ line, column: ':86:', field: null, code: 'record_too_large', detail })
      }
      return isOpen
    },
    addNotes(lines) {
      if (isOpen) notes = lines
    },
    end() {
      if (isOpen && statementLine !== undefined) take(entryOf(statementLine, { line: place, details, notes }))
      isOpen = false
    },
  }
}

interface Texts {
  readonly line: number
  readonly details: readonly string[]
  readonly notes: readonly string[]
}

function entryOf(statementLine: StatementLine, { line, details, notes }: Texts): Entry {
  const { amount, valueDate, date, type, supplement, isExpected, isReversal } = statementLine
  const said = readEntryDetails(details)
  const noted: EntryDetails | undefined = notes.length === 0 ? undefined : readNotes(notes)
  const { attributes } = said
  if (noted !== undefined) Object.assign(attributes, noted.attributes)
  if (supplement !== '') Object.assign(attributes, supplementOf(supplement))
  const stated = presentReference(statementLine.customerReference)
  // Some Dutch banks write the counterparty's account where the reference belongs.
  const own = stated !== undefined && isIban(stated) ? undefined : stated
  if (own !== stated) attributes['counterpartyAccount'] ??= stated
  const endToEndId = presentReference(attributes['endToEndId'])
  const customerReference = presentReference(attributes['customerReference']) ?? own
  attributes['bankReference'] = presentReference(statementLine.bankReference)
  attributes['customerReference'] = customerReference
  if (attributes['endToEndId'] !== endToEndId) attributes['endToEndId'] = endToEndId
  if (attributes['mandateId'] !== undefined) attributes['mandateId'] = presentReference(attributes['mandateId'])
  if (type.endsWith('CHK')) attributes['chequeNumber'] = own
  if (isReversal) attributes['reversal'] = 'true'
  const entry: Entry = {
    line,
    amount,
    date,
    valueDate,
    type,
    reference: attributes['creditorReference'] ?? endToEndId ?? customerReference,
    description: said.description?.trim() || noted?.description || attributes['supplementaryDetails'],
    counterparty: said.counterparty?.trim() || noted?.counterparty,
    attributes,
  }
  return isExpected ? { ...entry, status: 'expected', isBooked: false } : entry
}

/** The lines below :61: hold words between slashes, the counterparty's account, or free text. */
function supplementOf(text: string): EntryDetails['attributes'] {
  if (hasSlashWords(text)) return readSlashWords(text).attributes
  return isIban(text) ? { counterpartyAccount: text } : { supplementaryDetails: text }
}

/** The reference; undefined for words that banks write where they have none, or which say that :86: has it. */
const presentReference = (text: string | undefined): string | undefined =>
  text === undefined ||
  text === '' ||
  (absentStarts.includes(text.charAt(0)) && /^\s*((N|NONREF|NOTPROVIDED|NOT PROVIDED|[EKM]REF)\+?)?\s*$/.test(text))
    ? undefined
    : text

const absentStarts = ' NEKM'

/** Checks the check digits. For a Dutch IBAN its form is enough, since samples mask the digits of real accounts. */
const isIban = (text: string): boolean =>
  text.length >= ibanLengthMin &&
  ibanShape.test(text) &&
  (dutchIbanShape.test(text) || remainderOf(text.trimEnd()) === 1)

const ibanLengthMin = 15
const ibanShape = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}\s*$/
const dutchIbanShape = /^NL\d{2}[A-Z]{4}\d{10}\s*$/

/**
 * ISO 13616: the first four characters move to the end, letters become two digits, and the number modulo 97 comes back.
 */
function remainderOf(iban: string): number {
  let remainder = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const digit = Number.parseInt(character, 36)
    remainder = (remainder * (digit < 10 ? 10 : 100) + digit) % 97
  }
  return remainder
}
