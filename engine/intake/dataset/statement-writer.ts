import { formatDate } from '../../base/date.ts'
import { type Decimal, formatDecimal, isCanonicalValue } from '../../base/decimal.ts'
import { type Attributes, type TextField, textFields } from '../../record/record.ts'
import { idLengthMax } from '../fields/text-field.ts'
import type { DatasetWarningCode } from '../rows/dataset-warning.ts'
import { type RowFaultCode, shown } from '../rows/row-fault.ts'
import { createEntryCount, type StatedBalance, type Statement } from '../rows/statement.ts'
import type { RecordSink, UnsealedRecord } from '../table/record-builder.ts'

export interface StatementSink extends RecordSink {
  takeStatement(statement: Statement): void
  warn(code: DatasetWarningCode, line: number): void
}

/** An entry of a statement, with its texts as they stand in the file: the writer trims them and drops blank ones. */
export interface Entry extends EntryTexts {
  readonly line: number
  /** With its sign: money that leaves the account is negative. */
  readonly amount: Decimal
  /** Undefined if it is the statement's currency. */
  readonly currency?: string | undefined
  /** In days since 1970-01-01. If undefined, the value date takes its place, with a warning. */
  readonly date?: number | undefined
  readonly valueDate?: number | undefined
  readonly attributes?: { readonly [name: string]: string | undefined }
  /** False for an entry that balances do not include, such as an expected one. */
  readonly isBooked?: boolean
}

type EntryTexts = { readonly [field in TextField | 'id']?: string | undefined }

export interface StatementFacts {
  readonly account?: string | undefined
  readonly reference?: string | undefined
  /** The currency of entries and balances that name none. */
  readonly currency?: string | undefined
  /** In days since 1970-01-01. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly opening?: StatedBalance | undefined
  readonly closing?: StatedBalance | undefined
}

export interface StatementWriter {
  /** Requires that the previous statement has ended. */
  begin(line: number): void
  /** Adds facts about the statement. An undefined fact leaves the known one in place. */
  describe(facts: StatementFacts): void
  /** Requires that `describe` has given the statement's account and currency. */
  take(entry: Entry): void
  end(): void
  /** The `column` of `place` names an element, tag or field of the file. */
  fault(code: RowFaultCode, detail: string, place: EntryPlace): void
}

interface EntryPlace {
  readonly line: number
  readonly column?: string
  readonly field?: string
}

export function createStatementWriter(sink: StatementSink, currency: string | undefined): StatementWriter {
  let line = 1
  let facts: StatementFacts = {}
  let count = createEntryCount()
  const fault: StatementWriter['fault'] = (code, detail, { line: at, column = null, field = null }) =>
    sink.faults.add({ line: at, column, field, code, detail })

  return {
    fault,
    begin(at) {
      line = at
      facts = {}
      count = createEntryCount()
    },
    describe(more) {
      facts = joined(facts, more)
    },
    take(entry) {
      const own = entry.currency ?? facts.currency ?? currency
      const record = recordOf(entry, { account: facts.account, currency: own }, fault)
      if (record === undefined) return
      if (entry.isBooked !== false) count.add(entry.amount, own)
      if (entry.date === undefined && entry.valueDate !== undefined) sink.warn('value_date_used', entry.line)
      sink.take(record, entry.line)
    },
    end() {
      const { opening, closing } = facts
      for (const name of ['account', 'reference'] as const) {
        if ((facts[name]?.trim().length ?? 0) <= nameLengthMax) continue
        const detail = `Got the ${name} ${shown(facts[name])} of a statement, wanted at most ${nameLengthMax} characters`
        fault('invalid_text', detail, { line, field: name })
      }
      const ofAccount = facts.currency ?? closing?.currency ?? opening?.currency ?? currency
      sink.takeStatement({
        line,
        file: null,
        account: textOf(facts.account) ?? null,
        reference: textOf(facts.reference) ?? null,
        currency: ofAccount ?? null,
        period: { from: dateText(facts.from), to: dateText(facts.to) },
        opening: opening === undefined ? null : formatDecimal(opening.amount),
        closing: closing === undefined ? null : formatDecimal(closing.amount),
        ...count.check({ currency: ofAccount, opening, closing }),
      })
    },
  }
}

/** The most UTF-16 units of a statement's account and of its reference. An IBAN has 34. */
const nameLengthMax = 100

const joined = (before: StatementFacts, more: StatementFacts): StatementFacts => ({
  account: more.account ?? before.account,
  reference: more.reference ?? before.reference,
  currency: more.currency ?? before.currency,
  from: more.from ?? before.from,
  to: more.to ?? before.to,
  opening: more.opening ?? before.opening,
  closing: more.closing ?? before.closing,
})

const dateText = (days: number | undefined): string | null => (days === undefined ? null : formatDate(days))

/** The trimmed text; undefined if it is blank. Half a surrogate pair, which XML can contain, is replaced. */
const textOf = (text: string | undefined): string | undefined => text?.trim().toWellFormed() || undefined

function recordOf(
  entry: Entry,
  statement: Pick<StatementFacts, 'account' | 'currency'>,
  fault: StatementWriter['fault'],
): UnsealedRecord | undefined {
  const { line, amount, date, valueDate } = entry
  if (!isCanonicalValue(amount)) {
    const detail = `Got ${formatDecimal(amount)}, wanted an amount of at most 18 significant digits`
    fault('invalid_decimal', detail, { line, field: 'amount' })
    return undefined
  }
  const record: UnsealedRecord = { amount: formatDecimal(amount) }
  if (statement.currency !== undefined) record['currency'] = statement.currency
  const booked = date ?? valueDate
  const day = booked === undefined ? undefined : formatDate(booked)
  if (day !== undefined) record['date'] = day
  if (valueDate !== undefined)
    record['valueDate'] = valueDate === booked && day !== undefined ? day : formatDate(valueDate)
  for (const field of idAndTexts) {
    const text = textOf(entry[field] ?? (field === 'account' ? statement.account : undefined))
    if (text !== undefined) record[field] = text
  }
  const { id } = record
  if (typeof id === 'string' && id.length > idLengthMax) {
    const detail = `Got the id ${shown(id)} of ${id.length} characters, wanted at most ${idLengthMax}`
    fault('invalid_text', detail, { line, field: 'id' })
    return undefined
  }
  const attributes = attributesOf(entry.attributes)
  if (attributes !== undefined) record['attributes'] = attributes
  return record
}

const idAndTexts = ['id', ...textFields] as const

function attributesOf(named: Entry['attributes']): Attributes | undefined {
  const attributes: { [name: string]: string } = {}
  let isEmpty = true
  for (const name in named) {
    const text = textOf(named[name])
    if (text === undefined) continue
    attributes[name] = text
    isEmpty = false
  }
  return isEmpty ? undefined : attributes
}
