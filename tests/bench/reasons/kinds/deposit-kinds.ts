import { absent, differs, either, inParts, misses } from '../cause.ts'
import type { Entry } from '../entry.ts'
import { type Deal, type Event, firstOf, kindsOf } from '../trade.ts'

/** Receipts and deposits, related by the number of a slip or by the office and the days alone. */
export const depositKinds = [
  ...kindsOf('slips', {
    'a deposit short of its slip': (event) => short(event, event.deal()),
    'a slip with a receipt missing from the deposit': (event) => lackingReceipt(event, event.deal()),
    'a deposit with a receipt that is not booked': (event) => lackingBooking(event, event.deal()),
    'a slip number mistyped': (event) => mistypedSlip(event, event.deal()),
    'a deposit in two parts': (event) => inTwoParts(event, event.deal()),
    'a slip not deposited yet': (event) => {
      for (const entry of event.deal().source) event.source(entry, absent)
    },
  }),
  ...kindsOf('deposits', {
    'a deposit short of its receipts': (event) => short(event, event.deal()),
    'receipts of which one is missing from the deposit': (event) => lackingReceipt(event, event.deal()),
    'a deposit with a receipt without a booking': (event) => lackingBooking(event, event.deal()),
    'a deposit nine days late': (event) => late(event, event.deal()),
    'cash of an office never deposited': (event) => {
      for (const entry of event.deal().source) event.source(entry, absent)
    },
    'a deposit credited to another office': (event) => atOtherOffice(event, event.deal()),
  }),
]

function short(event: Event, { source, target }: Deal): void {
  const off = event.chance.of([500, 1_000, 2_000])
  const cause = misses(off)
  for (const entry of source) event.source(entry, cause)
  event.target({ ...firstOf(target), cents: firstOf(target).cents - off }, cause)
}

/** The bank did not get one of three receipts or more. That receipt is truly missing, and the others miss the sum. */
function lackingReceipt(event: Event, { source, target }: Deal): void {
  const lost: Entry = { ...firstOf(source), cents: event.cents(), reference: `R${event.number()}` }
  const cause = misses(lost.cents)
  for (const entry of source) event.source(entry, cause)
  event.source(lost, either(absent, cause))
  event.target(firstOf(target), cause)
}

/** The bank got one more receipt than the books have. */
function lackingBooking(event: Event, { source, target }: Deal): void {
  const more = event.cents()
  const cause = misses(more)
  for (const entry of source) event.source(entry, cause)
  event.target({ ...firstOf(target), cents: firstOf(target).cents + more }, cause)
}

function mistypedSlip(event: Event, { source, target }: Deal): void {
  const cause = differs(['reference', 'attributes.slip'], { hints: ['one_character'] })
  for (const entry of source) event.source(entry, cause)
  const { reference = '', ...deposit } = firstOf(target)
  event.target({ ...deposit, reference: reference.replace(/\d$/, (digit) => String((Number(digit) + 5) % 10)) }, cause)
}

/** The bank books what one slip has as two deposits of the slip. */
function inTwoParts(event: Event, { source, target }: Deal): void {
  const whole = firstOf(target)
  const part = Math.floor(whole.cents / 3)
  const cause = inParts(part, whole.cents - part)
  for (const entry of source) event.source(entry, cause)
  for (const cents of [part, whole.cents - part]) event.target({ ...whole, cents }, cause)
}

function late(event: Event, { source, target }: Deal): void {
  const cause = differs(['date'])
  for (const entry of source) event.source(entry, cause)
  event.target({ ...firstOf(target), day: firstOf(source).day + 9 }, cause)
}

function atOtherOffice(event: Event, { source, target }: Deal): void {
  const cause = differs(['account'], { hints: ['one_character'] })
  for (const entry of source) event.source(entry, cause)
  event.target({ ...firstOf(target), account: `OFFICE ${event.chance.between(70, 90)}` }, cause)
}
