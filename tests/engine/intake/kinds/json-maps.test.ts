import { describe, expect, it } from 'vitest'
import { jsonFormat } from '../../../../engine/intake/json/json-file.ts'
import { detailsOf, faultsOf, intakeOf, type Options, recordsOf } from '../read.ts'

const read = (value: unknown, options: Options = {}) =>
  intakeOf(JSON.stringify(value, null, 2), { format: jsonFormat, ...options })
const records = (value: unknown, options: Options = {}) => recordsOf(read(value, options))

describe('Stripe', () => {
  const transaction = (amount: number, currency: string) => ({
    id: `txn_${currency}`,
    object: 'balance_transaction',
    amount,
    fee: 36,
    net: amount - 36,
    currency,
    created: 1_772_323_199,
    available_on: 1_772_928_000,
    source: 'ch_1',
    type: 'charge',
    fee_details: [{ amount: 36, currency, type: 'stripe_fee' }],
  })
  it.each(['stripe', undefined])('has minor units and seconds, of the kind %s', (kind) => {
    const codes = ['eur', 'jpy', 'kwd', 'mga', 'isk']
    const data = { object: 'list', data: codes.map((code) => transaction(1234, code)), has_more: false }
    const all = records(data, { kind })
    expect(all.map(({ amount, fee, net, currency }) => [amount, fee, net, currency])).toEqual([
      ['12.34', '0.36', '11.98', 'EUR'],
      ['1234', '36', '1198', 'JPY'],
      ['1.234', '0.036', '1.198', 'KWD'],
      ['1234', '36', '1198', 'MGA'],
      ['12.34', '0.36', '11.98', 'ISK'],
    ])
    expect(all[0]).toMatchObject({ date: '2026-02-28', valueDate: '2026-03-08', reference: 'ch_1', type: 'charge' })
    expect(all[0].attributes).toMatchObject({ timestamp: '2026-02-28T23:59:59Z' })
  })
  it('has a fault for an amount that is not in minor units, or of no currency', () => {
    expect(faultsOf(read({ data: [transaction(12.5, 'eur')] }, { kind: 'stripe' }))).toEqual([
      '6 invalid_decimal amount amount',
      '8 invalid_decimal net net',
    ])
    expect(detailsOf(read({ data: [transaction(5, '')] }, { kind: 'stripe' }))).toContain(
      '5 minor units of no currency',
    )
  })
  it('reads a field as it stands that the caller maps', () => {
    const mapping = { amount: 'amount', net: 'net', fee: 'fee' }
    expect(records({ data: [transaction(1234, 'eur')] }, { kind: 'stripe', mapping })).toMatchObject([
      { amount: '1234', currency: 'EUR', date: '2026-02-28' },
    ])
  })
})

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

describe('Plaid', () => {
  const transaction = (amount: number) => ({
    account_id: 'acc',
    amount,
    iso_currency_code: 'USD',
    category: ['Food', 'Cafe'],
    date: '2026-03-01',
    authorized_date: '2026-02-28',
    location: { city: null, lat: 40.1 },
    merchant_name: 'Cafe',
    name: 'CAFE 123',
    payment_channel: 'in store',
    pending: false,
    transaction_id: `t${amount}`,
  })
  it.each(['plaid', undefined])('turns the sign, and passes over accounts, of the kind %s', (kind) => {
    const answer = {
      accounts: [{ account_id: 'acc', balances: { current: 10 } }],
      transactions: [transaction(4.33), transaction(-500)],
      total_transactions: 2,
    }
    expect(records(answer, { kind })).toMatchObject([
      {
        id: 't4.33',
        amount: '-4.33',
        currency: 'USD',
        date: '2026-03-01',
        counterparty: 'Cafe',
        description: 'CAFE 123',
      },
      {
        id: 't-500',
        amount: '500',
        valueDate: '2026-02-28',
        account: 'acc',
        attributes: { category: '["Food","Cafe"]' },
      },
    ])
  })
  it.each(['plaid', undefined])(
    'turns the input of a sandbox user, and what investments cost, of the kind %s',
    (kind) => {
      const input = {
        amount: 100,
        date_transacted: '2026-03-01',
        date_posted: '2026-03-02',
        description: 'a',
        currency: 'USD',
      }
      const expected = [{ amount: '-100', date: '2026-03-02', description: 'a' }]
      const accounts = { override_accounts: [{ type: 'depository', transactions: [input] }] }
      expect(records(accounts, { kind })).toMatchObject(expected)
      expect(records([input], { kind })).toMatchObject(expected)
      const bought = {
        investment_transaction_id: 'i',
        amount: 5,
        date: '2026-03-01',
        type: 'buy',
        iso_currency_code: 'USD',
      }
      expect(records({ investment_transactions: [bought] }, { kind })).toMatchObject([{ id: 'i', amount: '-5' }])
    },
  )
  it.each([{ iso_currency_code: undefined, category_id: '1' }, { account_id: undefined }, { iso_currency_code: null }])(
    'turns the sign where members are left out: %j',
    (without) => {
      expect(records([{ ...transaction(4), ...without }])).toMatchObject([{ amount: '-4' }])
    },
  )
  it('reads what was added and what was modified', () => {
    const answer = { added: [transaction(1)], modified: [transaction(2)], removed: [{ transaction_id: 't3' }] }
    expect(records(answer, { kind: 'plaid' })).toMatchObject([{ amount: '-1' }, { amount: '-2' }])
  })
})

it('GoCardless: what is booked and what is pending', () => {
  const of = (amount: string, more: object) => ({ transactionAmount: { amount, currency: 'EUR' }, ...more })
  const answer = {
    transactions: {
      booked: [
        of('-15.00', {
          transactionId: 'B1',
          bookingDate: '2026-03-02',
          valueDate: '2026-03-01',
          creditorName: 'Shop',
          creditorAccount: { iban: 'DE1' },
          remittanceInformationUnstructuredArray: ['INV-1', 'thanks'],
        }),
      ],
      pending: [of('3', { valueDate: '2026-03-03', debtorName: 'Ann' })],
    },
  }
  expect(records(answer, { kind: 'gocardless' })).toMatchObject([
    {
      id: 'B1',
      amount: '-15',
      date: '2026-03-02',
      description: 'INV-1\nthanks',
      counterparty: 'Shop',
      attributes: { counterpartyAccount: 'DE1' },
    },
    { amount: '3', valueDate: '2026-03-03', counterparty: 'Ann' },
  ])
})

it('GoCardless: what is pending says so, unless it has a status of its own', () => {
  const of = (id: string, more = {}) => ({
    transactionId: id,
    bookingDate: '2026-03-02',
    transactionAmount: { amount: '1.00', currency: 'EUR' },
    ...more,
  })
  const lists = { booked: [of('a')], pending: [of('b'), of('c', { status: 'held' })] }
  const statuses = ['booked', 'pending', 'held']
  expect(records({ transactions: lists }).map(({ status }) => status)).toEqual(statuses)
  expect(records(lists).map(({ status }) => status)).toEqual(statuses)
})

it('minor units are known without a kind, too', () => {
  const own = { id: 'X1', amount: 1050, currency: 'GBP', status: 'paid', created_at: '2026-03-01T10:00:00Z' }
  const payment = { ...own, charge_date: '2026-03-04', links: { mandate: 'MD1' } }
  const payout = { ...own, arrival_date: '2026-03-04', deducted_fees: 20 }
  const expected = [{ amount: '10.5', currency: 'GBP' }]
  expect(records({ payments: [payment] })).toMatchObject(expected)
  expect(records({ refunds: [{ ...own, links: { payment: 'PM1' } }] })).toMatchObject(expected)
  expect(records({ payouts: [payout] })).toMatchObject([{ ...expected[0], fee: '0.2' }])
  for (const object of ['charge', 'refund', 'dispute', 'payment_intent']) {
    const data = [{ id: 'X1', object, amount: 1050, currency: 'gbp', created: 1772323200 }]
    expect(records({ object: 'list', data })).toMatchObject(expected)
  }
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

it('GoCardless: payments in pence', () => {
  const payments = [
    {
      id: 'PM1',
      amount: 1050,
      currency: 'GBP',
      created_at: '2026-03-01T10:00:00Z',
      charge_date: '2026-03-04',
      status: 'paid_out',
      links: { mandate: 'MD1' },
    },
  ]
  expect(records({ payments }, { kind: 'gocardless' })).toMatchObject([
    {
      id: 'PM1',
      amount: '10.5',
      currency: 'GBP',
      date: '2026-03-04',
      status: 'paid_out',
      attributes: { links: { mandate: 'MD1' } },
    },
  ])
})

it('Open Banking: the sign of the indicator, and nested members', () => {
  const of = (indicator: string) => ({
    AccountId: '22',
    TransactionId: indicator,
    Amount: { Amount: '10.00', Currency: 'GBP' },
    CreditDebitIndicator: indicator,
    Status: 'Booked',
    BookingDateTime: '2026-04-05T10:43:07+00:00',
    Balance: { Amount: { Amount: '230.00', Currency: 'GBP' }, CreditDebitIndicator: 'Credit' },
  })
  const answer = (...indicators: string[]) => ({ Data: { Transaction: indicators.map(of) }, Links: {}, Meta: {} })
  expect(records(answer('Credit', 'DBIT'), { kind: 'openbanking' })).toMatchObject([
    {
      amount: '10',
      currency: 'GBP',
      date: '2026-04-05',
      account: '22',
      attributes: { Balance: { Amount: { Amount: '230.00' } } },
    },
    { amount: '-10' },
  ])
  expect(faultsOf(read(answer('Credit', 'Both')))).toEqual(['29 invalid_flag CreditDebitIndicator amount'])
})

describe('Shopify', () => {
  it('transactions of an order: a refund leaves, an authorization moves nothing', () => {
    const of = (kind: string, status = 'success') => ({
      id: 1,
      kind,
      status,
      gateway: 'bogus',
      amount: '9.00',
      currency: 'EUR',
      order_id: 7,
      created_at: '2026-03-01T10:00:00+01:00',
      receipt: { a: [1] },
    })
    const transactions = [of('authorization'), of('capture'), of('refund'), of('sale', 'failure')]
    const end = read({ transactions }, { kind: 'shopify' })
    expect(recordsOf(end).map(({ amount, type, reference }) => [amount, type, reference])).toEqual([
      ['9', 'capture', '7'],
      ['-9', 'refund', '7'],
    ])
    expect(end).toMatchObject({
      summary: { warnings: [{ code: 'repeated_id' }, { code: 'skipped_entries', count: 2, firstLine: 3 }] },
    })
  })
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
  it('refuses what is none of its exports, and says which are known', () => {
    const end = read({ balance: [{ amount: '5.00', currency: 'USD' }] }, { kind: 'shopify' })
    expect(faultsOf(end)).toEqual(['1 invalid_record null null'])
    expect(detailsOf(end)).toContain('known exports of the kind are balance transactions, payouts, orders')
  })
})
