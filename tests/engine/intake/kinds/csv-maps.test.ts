import { describe, expect, it } from 'vitest'
import { faultsOf, intakeOf, recordsOf } from '../read.ts'

const read = (kind: string | undefined, lines: readonly string[], options = {}) =>
  intakeOf(`${lines.join('\r\n')}\r\n`, { kind, ...options })
const records = (kind: string | undefined, lines: readonly string[], options = {}) =>
  recordsOf(read(kind, lines, options))

describe('Stripe', () => {
  const balance = [
    'id,Type,Source,Amount,Fee,Destination Platform Fee,Net,Currency,Created (UTC),Available On (UTC),Description',
    'txn_1,charge,ch_1,30.00,1.17,,28.83,eur,2026-03-01 10:00,2026-03-08 00:00,Order 1',
    'txn_2,payout,po_1,"-1,028.83",0.00,,"-1,028.83",eur,2026-03-09 10:00,2026-03-09 00:00,STRIPE PAYOUT',
  ]
  it.each(['stripe', 'psp', undefined])('balance transactions, of the kind %s', (kind) => {
    expect(records(kind, balance)).toMatchObject([
      { id: 'txn_1', amount: '30', fee: '1.17', net: '28.83', currency: 'EUR', date: '2026-03-01', reference: 'ch_1' },
      { id: 'txn_2', amount: '-1028.83', fee: '0', net: '-1028.83', type: 'payout', valueDate: '2026-03-09' },
    ])
  })
  it('itemized payout reconciliation', () => {
    const lines = [
      'automatic_payout_id,automatic_payout_effective_at,balance_transaction_id,created_utc,created,available_on_utc,currency,gross,fee,net,reporting_category,source_id,description',
      'po_1,2026-03-10 00:00:00,txn_1,2026-03-01 23:30:00,2026-03-02 00:30:00,2026-03-08 00:00:00,jpy,1234,36,1198,charge,ch_1,Order 1',
    ]
    expect(records('stripe', lines)).toMatchObject([
      { id: 'txn_1', gross: '1234', fee: '36', net: '1198', currency: 'JPY', date: '2026-03-01', type: 'charge' },
    ])
    expect(records('stripe', lines)[0].attributes).toMatchObject({ payout: 'po_1', created: '2026-03-02 00:30:00' })
  })
})

it('a column that is blank gives way to one of the same meaning in an export, too', () => {
  const header =
    'automatic_payout_id,balance_transaction_id,created_utc,created,currency,gross,fee,net,reporting_category'
  const row = 'po_1,txn_1,,2026-03-02 00:30:00,eur,10,1,9,charge'
  expect(records('stripe', [header, row])).toMatchObject([{ id: 'txn_1', date: '2026-03-02' }])
})

describe('PayPal', () => {
  const header =
    'Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,From Email Address,To Email Address,Transaction ID,Reference Txn ID,Invoice Number,Balance,Balance Impact'
  const lines = [
    header,
    '03/15/2026,10:00:00,PST,Ann,Express Checkout Payment,Completed,USD,"1,100.00",-3.20,"1,096.80",a@x,b@x,T1,,INV-1,"1,096.80",Credit',
    '03/15/2026,10:00:01,PST,,General Currency Conversion,Completed,USD,-100.00,0.00,-100.00,,,T2,T1,,996.80,Debit',
    '03/15/2026,10:00:01,PST,,General Currency Conversion,Completed,EUR,91.20,0.00,91.20,,,T3,T1,,91.20,Credit',
    '03/16/2026,10:00:00,PST,Shop,General Authorization,Pending,USD,-42.92,0.00,-42.92,a@x,s@x,T4,B-1,,996.80,Memo',
    '03/17/2026,10:00:00,PST,Bob,Payment Refund,Completed,USD,-5.00,0.20,-4.80,a@x,s@x,T5,T1,,992.00,Debit',
  ]
  it('keeps the twins of a conversion, and says what they are of', () => {
    const all = records('paypal', lines)
    expect(all.map(({ id, gross, fee, net, currency, date }) => [id, gross, fee, net, currency, date])).toEqual([
      ['T1', '1100', '-3.2', '1096.8', 'USD', '2026-03-15'],
      ['T2', '-100', '0', '-100', 'USD', '2026-03-15'],
      ['T3', '91.2', '0', '91.2', 'EUR', '2026-03-15'],
      ['T5', '-5', '0.2', '-4.8', 'USD', '2026-03-17'],
    ])
    expect(all.map(({ type, attributes }) => [type, attributes.conversionOf])).toEqual([
      ['Express Checkout Payment', undefined],
      ['General Currency Conversion', 'T1'],
      ['General Currency Conversion', 'T1'],
      ['Payment Refund', undefined],
    ])
    expect(all[0]).toMatchObject({ counterparty: 'Ann', reference: 'INV-1' })
  })
  it('leaves out what has no effect on the balance, with a warning at its line', () => {
    expect(read('paypal', lines)).toMatchObject({
      summary: { warnings: [{ code: 'skipped_entries', count: 1, firstLine: 5 }] },
    })
  })
  it('in German', () => {
    const german = [
      '"Datum","Uhrzeit","Zeitzone","Name","Typ","Status","Währung","Brutto","Gebühr","Netto","Absender E-Mail-Adresse","Empfänger E-Mail-Adresse","Transaktionscode","Zugehöriger Transaktionscode","Rechnungsnummer","Auswirkung auf Guthaben"',
      '"17.03.2026","10:00:00","CET","Ann","Allgemeine Währungsumrechnung","Abgeschlossen","EUR","1.091,20","0,00","1.091,20","","","T3","T1","","Haben"',
    ]
    expect(records(undefined, german)).toMatchObject([
      { id: 'T3', gross: '1091.2', date: '2026-03-17', currency: 'EUR', attributes: { conversionOf: 'T1' } },
    ])
  })
})

describe('Adyen', () => {
  const header =
    'Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Creation Date,TimeZone,Type,Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC),Batch Number'
  const rows = [
    'Co,Shop,P1,O-1,visa,2026-03-01 10:00:00,CET,Settled,,EUR,,100.00,1,EUR,,98.15,,0.30,0.35,1.20,7',
    'Co,Shop,P2,O-2,visa,2026-03-01 11:00:00,CET,Refunded,M2,EUR,50.00,,1,EUR,50.10,,0.10,,,,7',
    'Co,Shop,P3,O-3,visa,2026-03-01 12:00:00,CET,Settled,,USD,,10.00,0.9,EUR,,8.70,,0.30,,,7',
  ]
  it('has sides for gross and net, and fees in four columns', () => {
    const all = records('adyen', [header, ...rows])
    expect(all.map(({ gross, fee, net, currency }) => [gross, fee, net, currency])).toEqual([
      ['100', '1.85', '98.15', 'EUR'],
      ['-50', '0.1', '-50.1', 'EUR'],
      [undefined, '0.3', '8.7', 'EUR'],
    ])
    expect(all[2]).toMatchObject({
      date: '2026-03-01',
      reference: 'O-3',
      account: 'Shop',
      type: 'Settled',
      attributes: { pspReference: 'P3', batch: '7', 'Gross Currency': 'USD', 'Gross Credit (GC)': '10.00' },
    })
  })
  it('has a fault for a fee that is no amount, at its line', () => {
    const bad = 'Co,Shop,P1,O-1,visa,2026-03-01 10:00:00,CET,Settled,,EUR,,100.00,1,EUR,,98.15,,x,0.35,1.20,7'
    expect(faultsOf(read('adyen', [header, ...rows, '', bad]))).toEqual(['6 invalid_decimal Fees fee'])
  })
})

describe('Shopify', () => {
  it('payment transactions', () => {
    const lines = [
      'Transaction Date,Type,Order,Card Brand,Card Source,Payout Status,Payout Date,Payout ID,Available On,Amount,Fee,Net,Checkout,Payment Method Name,Presentment Amount,Presentment Currency,Currency',
      '2026-03-03 10:15:00 -0400,charge,#1001,visa,online,paid,2026-03-05,90001,2026-03-05,56.29,1.93,54.36,,card,60.00,USD,CAD',
      '2026-03-04 09:00:00 -0400,refund,#1001,visa,online,paid,2026-03-05,90001,2026-03-05,-10.00,0.00,-10.00,,card,-10.00,USD,CAD',
    ]
    expect(records('shopify', lines)).toMatchObject([
      { amount: '56.29', fee: '1.93', net: '54.36', currency: 'CAD', reference: '#1001', date: '2026-03-03' },
      { amount: '-10', valueDate: '2026-03-05', status: 'paid', attributes: { payout: '90001' } },
    ])
  })
  it('payouts, and orders of which further items have no total', () => {
    const payouts = [
      'Payout Date,Status,Charges,Refunds,Adjustments,Reserved Funds,Fees,Retried Amount,Total,Currency',
      '2026-03-10,paid,1650.00,-10.00,0.00,0.00,-67.65,0.00,1572.35,EUR',
    ]
    expect(records('shopify', payouts)).toMatchObject([{ amount: '1572.35', fee: '-67.65', date: '2026-03-10' }])
    const orders = [
      'Name,Email,Financial Status,Paid at,Fulfillment Status,Currency,Subtotal,Shipping,Taxes,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Billing Name,Id',
      '#1001,a@x,paid,2026-03-01 10:00:00 +0100,,EUR,20.00,0.00,0.00,20.00,2026-03-01 09:59:00 +0100,1,Mug,12.00,Ann,450',
      '#1001,a@x,,,,,,,,,2026-03-01 09:59:00 +0100,1,Cup,8.00,,',
    ]
    expect(records('shopify', orders)).toMatchObject([{ id: '450', amount: '20', reference: '#1001' }])
    expect(read('shopify', orders)).toMatchObject({
      summary: { recordCount: 1, warnings: [{ code: 'skipped_entries', count: 1, firstLine: 3 }] },
    })
  })
})

it.each(['shopify', undefined])('Shopify: transactions of orders, of the kind %s', (kind) => {
  const lines = [
    'Order,Name,Kind,Gateway,Created At,Status,Amount,Currency,Card Type',
    '450,#1001,authorization,bogus,2026-03-01 10:00:00 +0100,success,209.00,EUR,visa',
    '450,#1001,capture,bogus,2026-03-01 10:01:00 +0100,success,209.00,EUR,visa',
    '450,#1001,refund,bogus,2026-03-02 10:00:00 +0100,success,209.00,EUR,visa',
    '450,#1001,sale,bogus,2026-03-02 10:00:00 +0100,failure,1.00,EUR,visa',
  ]
  expect(records(kind, lines)).toMatchObject([
    { amount: '209', type: 'capture', date: '2026-03-01', reference: '#1001' },
    { amount: '-209', type: 'refund', attributes: { order: '450' } },
  ])
  expect(read(kind, lines)).toMatchObject({ summary: { warnings: [{ code: 'skipped_entries', count: 2 }] } })
  expect(faultsOf(read(kind, [...lines, lines[2]?.replace('capture', 'gift') ?? '']))).toEqual([
    '6 invalid_flag Kind amount',
  ])
})

it('Square: collected, fees with their minus, and the net total, in dollars', () => {
  const lines = [
    'Date,Time,Time Zone,Gross Sales,Discounts,Service Charges,Net Sales,Gift Card Sales,Tax,Tip,Partial Refunds,Total Collected,Source,Card,Card Entry Methods,Cash,Fees,Net Total,Transaction ID,Payment ID,Event Type,Location,Customer Name',
    '2026-03-13,10:02:11,Eastern Time (US & Canada),"$1,030.00",-$3.00,$0.00,"$1,027.00",$0.00,$2.16,$2.00,$0.00,"$1,031.16",Point of Sale,"$1,031.16",Tap,$0.00,-$0.92,"$1,030.24",SQ1,PA1,Payment,Market,Dee',
  ]
  expect(records('square', lines, { currency: 'USD' })).toMatchObject([
    { id: 'PA1', amount: '1031.16', gross: '1030', fee: '-0.92', net: '1030.24', currency: 'USD', reference: 'SQ1' },
  ])
})
