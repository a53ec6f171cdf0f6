import { absent, type Cause, differs, either, lacksKey, misses } from '../cause.ts'
import type { Entry } from '../entry.ts'
import { type Event, firstOf, kindsOf } from '../trade.ts'

/** Payments that list their invoices. */
export const invoiceKinds = kindsOf('invoices', {
  'a part payment': (event) => {
    const { source, target } = event.deal()
    const { cents } = firstOf(source)
    const paid = Math.round(cents * event.chance.of([0.5, 0.4, 0.75]))
    put(event, { payment: { ...firstOf(source), cents: paid }, invoices: target, cause: misses(cents - paid) })
  },
  'a discount for early payment': (event) => {
    const { source, target } = event.deal()
    const { cents } = firstOf(source)
    const off = Math.round(cents * 0.03)
    put(event, { payment: { ...firstOf(source), cents: cents - off }, invoices: target, cause: misses(off) })
  },
  'an overpayment': (event) => {
    const { source, target } = event.deal()
    const more = event.chance.of([1_000, 5_000, 12_345])
    const payment = { ...firstOf(source), cents: firstOf(source).cents + more }
    put(event, { payment, invoices: target, cause: misses(more) })
  },
  'an invoice paid but left out of the text': (event) => {
    const pair = twoInvoices(event)
    const description = `PAYMENT ${pair.first.reference}`
    const cause = misses(pair.second.cents)
    event.source({ ...pair.payment, description }, cause)
    event.target(pair.first, cause)
    event.target(pair.second, cause)
  },
  'an invoice number cut off at the end of the text': (event) => {
    const pair = twoInvoices(event)
    const cause = either(lacksKey(pair.second.cents), differs(['description', 'reference'], { hints: ['truncated'] }))
    event.source({ ...pair.payment, description: pair.payment.description?.slice(0, -2) ?? '' }, cause)
    event.target(pair.first, cause)
    event.target(pair.second, cause)
  },
  'an invoice listed that nobody wrote': (event) => {
    const pair = twoInvoices(event)
    const cause = lacksKey(pair.second.cents)
    event.source(pair.payment, cause)
    event.target(pair.first, cause)
  },
  'no invoice listed, and an amount of two': (event) => {
    const pair = twoInvoices(event)
    const cause = either(
      differs(['description', 'reference', 'amount']),
      misses(pair.first.cents, pair.second.cents, 0),
    )
    event.source({ ...pair.payment, description: 'PAYMENT WITH THANKS' }, cause)
    event.target(pair.first, cause)
    event.target(pair.second, cause)
  },
  'an invoice not paid yet': (event) => {
    event.target(firstOf(event.deal().target), absent)
  },
  'a payment without an invoice': (event) => {
    const { source } = event.deal()
    event.source({ ...firstOf(source), description: 'PREPAYMENT' }, absent)
  },
  'a number with two digits changed over': (event) => {
    const [payment, invoice] = onlyInvoice(event)
    const cause = either(lacksKey(), differs(['description', 'reference'], { hints: ['transposed'] }))
    event.source(
      {
        ...payment,
        description: payment.description?.replace(/(\d)(?!\1)(\d)(?=\d?$)/, '$2$1') ?? '',
        counterparty: 'PAYMENT AGENT',
      },
      cause,
    )
    event.target(invoice, cause)
  },
})

interface Paid {
  readonly payment: Entry
  readonly invoices: readonly Entry[]
  readonly cause: Cause
}

function put(event: Event, { payment, invoices, cause }: Paid): void {
  event.source(payment, cause)
  for (const invoice of invoices) event.target(invoice, cause)
}

/** A payment of two invoices of one customer. */
function twoInvoices(event: Event) {
  const { source, target } = event.deal()
  const first = firstOf(target)
  const second = { ...first, cents: event.cents(), day: first.day + 1, reference: `INV-${event.number()}` }
  const description = `PAYMENT ${first.reference}, ${second.reference}`
  return { first, second, payment: { ...firstOf(source), cents: first.cents + second.cents, description } }
}

function onlyInvoice(event: Event): readonly [Entry, Entry] {
  const { source, target } = event.deal()
  const invoice = firstOf(target)
  return [{ ...firstOf(source), cents: invoice.cents, description: `PAYMENT ${invoice.reference}` }, invoice]
}
