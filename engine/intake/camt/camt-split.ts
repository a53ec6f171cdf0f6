import { addDecimals, type Decimal, negated, subtractDecimals, zero } from '../../base/decimal.ts'
import type { EntryLevel } from '../format/format.ts'
import type { DatasetWarningCode } from '../rows/dataset-warning.ts'
import type { Steps } from '../rows/steps.ts'
import type { Detail, DetailStore } from './camt-details.ts'
import { decimalOf, type Reading } from './camt-reading.ts'
import type { Slots } from './element-tree.ts'

export interface Split {
  /** The amounts of the details, with signs, if each becomes a record; undefined for an entry that stays one record. */
  readonly amounts?: readonly Decimal[]
  readonly remainder?: { readonly amount: Decimal; readonly residual: 'charges' | 'difference' }
  readonly warning?: DatasetWarningCode
}

interface SplitEntry {
  /** The amount of the entry, with its sign. */
  readonly amount: Decimal
  readonly currency: string | undefined
  readonly indicator: string | undefined
  readonly charges: readonly Slots[]
  readonly level: EntryLevel | undefined
  readonly readingOf: (detail: Detail) => Reading
}

/**
 * Splits an entry into its details if these and the charges add up to it. At the level `detail` a remaining difference
 * becomes a record, too.
 */
export function* splitEntry(entry: SplitEntry, details: DetailStore): Steps<Split> {
  if (entry.level === 'entry' || details.count() === 0) return {}
  const amounts: Decimal[] = []
  let sum = zero
  let isFirm = true
  const ofDetails = { total: zero, records: zero }
  for (const detail of details.all()) {
    yield
    const found = detailAmount(entry, detail)
    if (found === undefined) return details.count() === 1 ? {} : { warning: 'skipped_entries' }
    amounts.push(found.amount)
    sum = addDecimals(sum, found.amount)
    isFirm &&= found.isFirm
    if (detail.charges.length === 0) continue
    const { total, records } = chargesOf(detail.charges, entry.currency)
    ofDetails.total = addDecimals(ofDetails.total, total)
    ofDetails.records = addDecimals(ofDetails.records, records)
  }
  const remainder = subtractDecimals(entry.amount, sum)
  if (remainder.coefficient === 0n) return { amounts }
  if (isNamedBy(remainder, chargesOf(entry.charges, entry.currency), ofDetails))
    return { amounts, remainder: { amount: remainder, residual: 'charges' } }
  if (entry.level === 'detail' && isFirm)
    return { amounts, remainder: { amount: remainder, residual: 'difference' }, warning: 'control_total_mismatch' }
  if (isFirm) return { warning: 'control_total_mismatch' }
  return details.count() === 1 ? {} : { warning: 'skipped_entries' }
}

interface Charges {
  /** Negative for charges that are paid. */
  total: Decimal
  records: Decimal
}

/**
 * Whether `remainder` is the sum of the stated charges: of the entry, of its details, or of both; by stated totals or
 * by single charges.
 */
function isNamedBy(remainder: Decimal, ofEntry: Charges, ofDetails: Charges): boolean {
  const both = {
    total: addDecimals(ofEntry.total, ofDetails.total),
    records: addDecimals(ofEntry.records, ofDetails.records),
  }
  return [ofEntry, ofDetails, both]
    .flatMap(({ total, records }) => [total, records])
    .some((sum) => subtractDecimals(remainder, sum).coefficient === 0n)
}

/** The sum of the charges in `currency`. Unreadable charges count as none. */
function chargesOf(charges: readonly Slots[], currency: string | undefined): Charges {
  const sums = { total: zero, records: zero }
  const amountIn = (slots: Slots, slot: string): Decimal | undefined => {
    const text = slots[slot]
    return text === undefined || (slots[`${slot}Currency`] ?? currency) !== currency ? undefined : decimalOf(text)
  }
  for (const slots of charges) {
    sums.total = subtractDecimals(sums.total, amountIn(slots, 'total') ?? zero)
    const amount = amountIn(slots, 'amount')
    if (amount === undefined) continue
    sums.records = addDecimals(sums.records, slots['indicator'] === 'CRDT' ? amount : negated(amount))
  }
  return sums
}

/**
 * Slots for the amount of a detail, the most reliable first. The instructed amount often differs from the booked one.
 */
const amountSlots = ['amount', 'transactionAmount', 'counterValue', 'instructedAmount']

/** The amount of a detail in the currency of its entry. A zero is taken only if no other slot has an amount. */
function detailAmount(entry: SplitEntry, detail: Detail): { amount: Decimal; isFirm: boolean } | undefined {
  const { slots } = detail
  const reading = entry.readingOf(detail)
  let zeroFound: Decimal | undefined
  for (const slot of amountSlots) {
    if (slots[slot] === undefined) continue
    const amount = reading.amount(slot)
    if (amount === undefined || (slots[`${slot}Currency`] ?? entry.currency) !== entry.currency) continue
    zeroFound = amount
    if (amount.coefficient === 0n) continue
    const isCredit = slots['indicator'] ?? entry.indicator
    const signed = isCredit === entry.indicator ? sameSide(entry, amount) : reading.signed(amount)
    return signed === undefined ? undefined : { amount: signed, isFirm: slot !== 'instructedAmount' }
  }
  return zeroFound === undefined ? undefined : { amount: zeroFound, isFirm: false }
}

const sameSide = ({ indicator }: SplitEntry, amount: Decimal): Decimal =>
  indicator === 'DBIT' ? negated(amount) : amount
