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

const plaidTransaction = (amount: number) => ({
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

describe('Plaid', () => {
  it.each(['plaid', undefined])('turns the sign, and passes over accounts, of the kind %s', (kind) => {
    const answer = {
      accounts: [{ account_id: 'acc', balances: { current: 10 } }],
      transactions: [plaidTransaction(4.33), plaidTransaction(-500)],
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
      expect(records([{ ...plaidTransaction(4), ...without }])).toMatchObject([{ amount: '-4' }])
    },
  )
  it('reads what was added and what was modified', () => {
    const answer = {
      added: [plaidTransaction(1)],
      modified: [plaidTransaction(2)],
      removed: [{ transaction_id: 't3' }],
    }
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
  it('refuses what is none of its exports, and says which are known', () => {
    const end = read({ balance: [{ amount: '5.00', currency: 'USD' }] }, { kind: 'shopify' })
    expect(faultsOf(end)).toEqual(['1 invalid_record null null'])
    expect(detailsOf(end)).toContain('known exports of the kind are balance transactions, payouts, orders')
  })
})
