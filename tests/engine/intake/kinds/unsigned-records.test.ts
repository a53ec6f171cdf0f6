import { describe, expect, it } from 'vitest'
import { jsonFormat } from '../../../../engine/intake/json/json-file.ts'
import { detailsOf, faultsOf, intakeOf, type Options, recordsOf } from '../read.ts'

const read = (value: unknown, options: Options = {}) =>
  intakeOf(JSON.stringify(value, null, 2), { format: jsonFormat, ...options })
const records = (value: unknown, options: Options = {}) => recordsOf(read(value, options))

describe('Stripe’s lists of amounts without a sign', () => {
  const of = (object: string, more = {}) => ({
    id: object,
    object,
    amount: 1050,
    currency: 'gbp',
    created: 1772323200,
    ...more,
  })
  const warningsOf = (value: unknown, options: Options = {}) => {
    const end = read(value, options)
    return end.ok ? end.summary.warnings.map(({ code, count }) => `${code} ${count}`) : faultsOf(end)
  }

  it.each(['refund', 'dispute', 'transfer'])('are read as they are written, with a warning: %s', (object) => {
    for (const kind of ['stripe', undefined]) {
      const data = [of(object), of(object, { id: 'b' })]
      expect(records({ data }, { kind })).toMatchObject([{ amount: '10.5', type: object }, { amount: '10.5' }])
      expect(warningsOf({ data }, { kind })).toEqual(['unsigned_amount 2'])
    }
    expect(warningsOf({ data: [of('charge')] })).toEqual([])
  })

  it.each([
    ['charge', 'refund'],
    ['refund', 'dispute'],
    ['payment_intent', 'charge'],
  ])('are refused where a %s stands above a %s, with the kind and without', (first, second) => {
    for (const kind of ['stripe', undefined])
      expect(faultsOf(read([of(first), of(second)], { kind }))).toEqual(['9 undecided_sign object amount'])
    expect(detailsOf(read([of(first), of(second)]))).toContain('send each kind as a file of its own')
  })

  it('leave out what failed, and what is authorized alone', () => {
    const data = [
      of('charge', { status: 'failed' }),
      of('charge', { captured: false }),
      of('charge', { captured: true }),
    ]
    expect(records({ data })).toMatchObject([{ attributes: { captured: true } }])
    expect(warningsOf({ data })).toEqual(['skipped_entries 2'])
    expect(warningsOf({ data: [of('payment_intent', { status: 'requires_capture' })] })).toContain('skipped_entries 1')
  })

  it('are refused where they are objects that are not known, as their amounts are cents', () => {
    const plan = of('plan', { livemode: false, currency: 'GBP' })
    expect(faultsOf(read({ data: [plan] }))).toEqual(['6 invalid_record amount amount'])
    expect(detailsOf(read({ data: [plan] }))).toContain(
      'Got records as Stripe has them, whose amounts are in minor units',
    )
    expect(records({ data: [plan] }, { mapping: { amount: 'amount' } })).toMatchObject([{ amount: '1050' }])
  })
})

it.each([
  ['Checkout.com', { id: 'pay_a', amount: 6540, currency: 'USD', requested_on: '2026-03-01T10:00:00Z' }],
  ['Razorpay', { id: 'pay_1', entity: 'payment', amount: 1000, currency: 'INR', created_at: 1400826750 }],
  ['Klarna', { payment_reference: 'x', amount: 2000, type: 'SALE', sale_date: '2026-03-01', currency_code: 'SEK' }],
  ['GoCardless', { type: 'payment_paid_out', amount: '45.0', links: { payment: 'PM1' } }],
  ['Paystack', { amount: 10000, currency: 'NGN', paid_at: '2026-03-01', gateway_response: 'ok', channel: 'card' }],
])('records of %s, whose amounts are cents, are refused unless the mapping names the amount', (name, record) => {
  expect(detailsOf(read({ data: [record] }))).toContain(`Got records as ${name} has them`)
  expect(records({ data: [record] }, { mapping: { amount: 'amount' } })).toMatchObject([
    { amount: `${Number(record.amount)}` },
  ])
  expect(read({ data: [{ ...record, amount: '20.50', type: 'x' }] }).ok).toBe(true)
})

it('GoCardless: refunds are read as they are written, with a warning, and never with payments', () => {
  const own = { id: 'X1', amount: 1050, currency: 'GBP', status: 'paid', created_at: '2026-03-01T10:00:00Z' }
  const [payments, refunds] = [
    [{ ...own, charge_date: '2026-03-04', links: { mandate: 'MD1' } }],
    [{ ...own, links: { payment: 'PM1' } }],
  ]
  for (const kind of ['gocardless', undefined]) {
    expect(read({ refunds }, { kind })).toMatchObject({
      summary: { warnings: [{ code: 'unsigned_amount', count: 1 }] },
    })
    expect(read({ payments }, { kind })).toMatchObject({ summary: { warnings: [] } })
    expect(faultsOf(read({ payments, refunds }, { kind }))).toEqual(['1 malformed_file null null'])
  }
})

describe('Shopify', () => {
  const sale = {
    id: 1,
    kind: 'sale',
    amount: '209.00',
    order_id: 7,
    created_at: '2026-03-01T10:00:00Z',
    currency: 'EUR',
  }
  const [{ order_id: _, ...bareSale }, refund] = [sale, { ...sale, id: 2, kind: 'refund' }]
  it.each([
    ['with its kind', 'shopify', [sale, refund]],
    ['with its kind, and few members', 'shopify', [bareSale, { ...bareSale, id: 2, kind: 'REFUND' }]],
    ['without a kind', undefined, [sale, refund]],
    [
      'without a kind, by the gateway',
      undefined,
      [
        { ...bareSale, gateway: 'bogus' },
        { ...bareSale, kind: 'refund' },
      ],
    ],
  ])('a sale and a refund come to nothing, %s', (__, kind, transactions) => {
    for (const value of [{ transactions }, transactions])
      expect(read(value, { kind })).toMatchObject({ ok: true, summary: { recordCount: 2, totals: { EUR: '0' } } })
  })
  it('a sale and a refund that may be of anybody are a question, and another kind of Shopify a fault', () => {
    const two = [bareSale, { ...bareSale, kind: 'refund' }]
    expect(faultsOf(read(two))).toEqual(['11 undecided_sign kind amount'])
    expect(faultsOf(read([sale, { ...sale, kind: 'gift' }]))).toEqual(['12 invalid_flag kind amount'])
  })
  it.each(['shopify', undefined])('a dispute has the date on which it began, of the kind %s', (kind) => {
    const dispute = {
      id: 3,
      type: 'chargeback',
      amount: '100.00',
      currency: 'USD',
      reason: 'fraudulent',
      status: 'won',
      initiated_at: '2026-05-03T20:00:00-04:00',
    }
    const end = read({ dispute }, { kind })
    expect(recordsOf(end)).toMatchObject([{ amount: '100', date: '2026-05-03', type: 'chargeback' }])
    expect(end).toMatchObject({ summary: { warnings: [{ code: 'unsigned_amount', count: 1 }] } })
  })
  it('a balance is no entry', () => {
    const end = read({ balance: [{ amount: '5.00', currency: 'USD' }] })
    expect(faultsOf(end)).toEqual(['1 invalid_record null null'])
  })
})
