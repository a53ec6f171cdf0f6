import type { Decimal } from '../../base/decimal.ts'
import type { Entry, StatementSink, StatementWriter } from '../dataset/statement-writer.ts'
import type { EntryLevel } from '../format/format.ts'
import type { Steps } from '../rows/steps.ts'
import { commonOf, createDetailStore, type Detail, type DetailStore, heldLengthMax } from './camt-details.ts'
import { createReading, type Reading } from './camt-reading.ts'
import { textsOf } from './camt-record.ts'
import { type Split, splitEntry } from './camt-split.ts'
import type { CamtStatement } from './camt-statement.ts'
import type { Slots } from './element-tree.ts'

export interface CamtEntry {
  addCharges(charges: Slots): void
  addDetail(detail: Detail): void
  addBatch(batch: Slots): void
  /** Hands on the records of the entry, at most one in each step, or adds its faults. */
  end(line: number, slots: Slots): Steps<void>
}

interface EntryContext {
  readonly sink: StatementSink
  readonly writer: StatementWriter
  readonly level: EntryLevel | undefined
  readonly statement: CamtStatement
  readonly account: string | undefined
  readonly currency: string | undefined
}

export function createCamtEntry(context: EntryContext): CamtEntry {
  const { sink, writer, level, statement } = context
  const { fault } = writer
  const details = createDetailStore(level !== 'entry')
  const charges: Slots[] = []
  let batches: Slots | undefined
  return {
    addCharges(each) {
      if (charges.length < chargeCountMax) charges.push(each)
    },
    addDetail: details.add,
    addBatch(batch) {
      batches = batches === undefined ? batch : commonOf(batches, batch)
    },
    *end(line, slots) {
      const reading = createReading(slots, { line, element: 'Ntry', fault })
      const known = readEntry(reading)
      if (details.isFull()) {
        const detail = `Got an entry whose details have more than ${heldLengthMax} characters, wanted less: read it with the level "entry"`
        reading.refuse('record_too_large', detail, 'NtryDtls')
      }
      if (known === undefined || !reading.isSound()) return
      let isSound = true
      const readingOf = (detail: Detail): Reading =>
        createReading(detail.slots, {
          line: detail.line,
          element: 'TxDtls',
          fault(...words) {
            isSound = false
            fault(...words)
          },
        })
      const { amount } = known
      const currency = known.currency ?? context.currency
      const { indicator } = slots
      const split = yield* splitEntry({ amount, currency, indicator, charges, level, readingOf }, details)
      if (!isSound) return
      statement.count(amount, currency, known.isBooked)
      if (split.warning !== undefined) sink.warn(split.warning, line)
      for (const each of entriesOf({
        line,
        slots: { ...batches, ...slots },
        known,
        split,
        details,
        context: { ...context, currency },
      })) {
        writer.take(each)
        yield
      }
    },
  }
}

/** The most charges that are held of an entry and of a detail; real entries have fewer. */
export const chargeCountMax = 1_000

type KnownEntry = Pick<Entry, 'currency' | 'date' | 'valueDate'> & {
  readonly amount: Decimal
  readonly isBooked: boolean
}

function readEntry(reading: Reading): KnownEntry | undefined {
  const unsigned = reading.amount('amount')
  if (unsigned === undefined && reading.isSound())
    reading.refuse('missing_amount', 'Got an entry without an amount, wanted Amt', 'Amt')
  const amount = unsigned && reading.signed(unsigned)
  const currency = reading.currency('amountCurrency')
  const [date, valueDate] = [reading.day('date'), reading.day('valueDate')]
  if (amount === undefined || !reading.isSound()) return undefined
  const { status = '' } = reading.slots
  return { amount, currency, date, valueDate, isBooked: !unbooked.has(status) }
}

/** Codes of entries that are not booked: expected ones, ones for information, and ones of a later date. */
const unbooked = new Set(['PDNG', 'INFO', 'FUTR'])

interface ReadEntry {
  readonly line: number
  readonly slots: Slots
  readonly known: KnownEntry
  readonly split: Split
  readonly details: DetailStore
  readonly context: Pick<EntryContext, 'account' | 'currency'>
}

function* entriesOf({ line, slots, known, split, details, context }: ReadEntry): Iterable<Entry> {
  const { amounts, remainder } = split
  const bankReference = slots['bankReference']
  if (amounts === undefined || (amounts.length === 1 && remainder === undefined)) {
    const texts = textsOf({ ...context, entry: slots, detail: details.common(), amount: known.amount, isWhole: true })
    const id = bankReference ?? texts.attributes['bankReference']
    if (details.count() !== 1) texts.attributes['batchCount'] = slots['batchCount'] ?? countText(details.count())
    yield { line, ...known, ...texts, id }
    return
  }
  const part = { ...context, entry: slots, isWhole: false }
  let index = 0
  for (const detail of details.all()) {
    const amount = amounts[index]
    index += 1
    if (amount === undefined) continue
    const own = detail.slots['bankReference']
    const id = own !== undefined && own !== bankReference ? own : bankReference && `${bankReference}/${index}`
    yield {
      line: detail.line,
      ...known,
      amount,
      ...textsOf({ ...part, detail: detail.slots, amount }),
      id,
    }
  }
  if (remainder === undefined) return
  const { amount, residual } = remainder
  const texts = textsOf({ ...part, detail: {}, amount })
  const attributes = { ...texts.attributes, residual }
  yield { line, ...known, amount, ...texts, attributes, id: bankReference && `${bankReference}/${residual}` }
}

const countText = (count: number): string | undefined => (count === 0 ? undefined : String(count))
