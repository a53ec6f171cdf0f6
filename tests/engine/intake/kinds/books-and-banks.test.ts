import { describe, expect, it } from 'vitest'
import { detailsOf, faultsOf, intakeOf, recordsOf } from '../read.ts'

const read = (kind: string | undefined, lines: readonly string[], options = {}) =>
  intakeOf(`${lines.join('\r\n')}\r\n`, { kind, ...options })
const records = (kind: string | undefined, lines: readonly string[], options = {}) =>
  recordsOf(read(kind, lines, options))

describe('DATEV', () => {
  const first = (begin: string, from = '', to = '') =>
    `"EXTF";700;21;"Buchungsstapel";13;20260401120000000;;"RE";"";"";1001;1;${begin};4;${from};${to};"März";"";1;0;0;"EUR"`
  const header =
    'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto;Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext'
  const rows = [
    '1.234,50;"S";"";;;;1200;8400;;0103;"RE-1";;;"Zahlung; Müller"',
    '99,00;"H";"USD";;;;1200;70000;;3112;"ER-9";;;"Büro"',
  ]
  it('takes the year from the business year that the first line begins, and its currency', () => {
    const all = records('datev', [first('20260101'), header, ...rows])
    expect(all).toMatchObject([
      { amount: '1234.5', currency: 'EUR', date: '2026-03-01', account: '1200', reference: 'RE-1' },
      { amount: '-99', currency: 'USD', date: '2026-12-31', attributes: { counterpartyAccount: '70000' } },
    ])
    expect(all[0].description).toBe('Zahlung; Müller')
  })
  it.each([
    ['20250701', '', '', ['2026-03-01', '2025-12-31']],
    ['20250101', '20260101', '20260430', ['2026-03-01', '2025-12-31']],
    ['20260301', '', '', ['2026-03-01', '2026-12-31']],
  ])('of a year from %s, in the period %s to %s', (begin, from, to, dates) => {
    expect(records(undefined, [first(begin, from, to), header, ...rows]).map(({ date }) => date)).toEqual(dates)
  })
  it('reads Windows-1252, a day without its zero, and a leap day only where there is one', () => {
    const text = [
      first('20240101'),
      header,
      '5,00;S;;;;;1200;8400;;103;;;;Größe',
      '5,00;S;;;;;1200;8400;;2902;;;;x',
      '',
    ]
    const bytes = Uint8Array.from(text.join('\n'), (letter) => letter.charCodeAt(0))
    expect(recordsOf(intakeOf(bytes, { kind: 'datev' }))).toMatchObject([
      { date: '2024-03-01', description: 'Größe' },
      { date: '2024-02-29' },
    ])
    const noLeap = read('datev', [first('20250101'), header, '5,00;S;;;;;1200;8400;;2902;;;;x'])
    expect(faultsOf(noLeap)).toEqual(['3 invalid_date Belegdatum date'])
  })
  it('has faults for dates where no line says the year', () => {
    const end = read('datev', [header, ...rows])
    expect(faultsOf(end)).toEqual(['2 invalid_date Belegdatum date', '3 invalid_date Belegdatum date'])
    expect(detailsOf(end)).toContain('Got "0103"')
  })
})

describe('QuickBooks and Xero', () => {
  it('an entry without a number has none, whatever the entry before had', () => {
    const lines = [
      'Date,Transaction Type,Num,Name,Account,Debit,Credit',
      '03/15/2026,Invoice,1001,Jane,Receivable,5.00,',
      ',,,Jane,Sales,,5.00',
      '03/18/2026,Expense,,Bob,Travel,20.00,',
      ',,,,Checking,,20.00',
    ]
    expect(records('quickbooks', lines).map(({ reference }) => reference)).toEqual([
      '1001',
      '1001',
      undefined,
      undefined,
    ])
  })

  it('a debit of an account’s transactions in Xero adds to it, without a kind, too', () => {
    const lines = [
      'Date,Source,Description,Reference,Currency,Debit,Credit,Running Balance,Gross,Tax',
      '1 Mar 2026,Receive Money,Client,R1,GBP,100.00,0.00,1100.00,100.00,0.00',
      '2 Mar 2026,Spend Money,Shop,R2,GBP,0.00,30.00,1070.00,(30.00),0.00',
    ]
    expect(records(undefined, lines)).toMatchObject([
      { amount: '100', attributes: { gross: '100.00' } },
      { amount: '-30', attributes: { gross: '(30.00)' } },
    ])
  })

  it('a debit adds to the account, and the lines of an entry share its date', () => {
    const lines = [
      'Acme LLC,,,,,,,',
      'Journal,,,,,,,',
      'Date,Transaction Type,Num,Name,Memo/Description,Account,Debit,Credit',
      '01/15/2026,Invoice,1001,Acme Corp,Website,Accounts Receivable (A/R),"1,250.00",',
      ',,,,Website,Sales:Design,,"1,250.00"',
      ',,,,,,"1,250.00","1,250.00"',
    ]
    expect(records('quickbooks', lines)).toMatchObject([
      { amount: '1250', date: '2026-01-15', type: 'Invoice', reference: '1001', account: 'Accounts Receivable (A/R)' },
      { amount: '-1250', date: '2026-01-15', type: 'Invoice', reference: '1001', account: 'Sales:Design' },
    ])
    expect(read('quickbooks', lines)).toMatchObject({
      summary: { warnings: [{ code: 'missing_currency' }, { code: 'skipped_entries', count: 1, firstLine: 6 }] },
    })
  })
  it('a QuickBooks list with one amount', () => {
    const lines = [
      'Date,Transaction Type,Num,Name,Memo/Description,Account,Amount',
      '01/15/2026,Expense,7,Tool Hire,Excavator,Checking,"-1,250.00"',
    ]
    expect(records('quickbooks', lines)).toMatchObject([{ amount: '-1250', counterparty: 'Tool Hire' }])
  })
  it('a Xero bank statement, manual journals, and account transactions', () => {
    const statement = ['*Date,*Amount,Payee,Description,Reference,Cheque Number', '31/01/2026,-12.50,Cafe,Lunch,R1,17']
    expect(records('xero', statement)).toMatchObject([
      { amount: '-12.5', date: '2026-01-31', counterparty: 'Cafe', attributes: { chequeNumber: '17' } },
    ])
    const journals = [
      '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1',
      'Accrual,31/01/2026,Rent,469,Tax Exempt,500.00,',
      ',,Rent,800,Tax Exempt,-500.00,',
    ]
    expect(records('xero', journals)).toMatchObject([
      { amount: '500', account: '469', reference: 'Accrual', date: '2026-01-31' },
      { amount: '-500', account: '800', reference: 'Accrual', date: '2026-01-31' },
    ])
    const account = [
      'Date,Source,Description,Reference,Debit,Credit',
      '31 Jan 2026,Receive Money,Ann,INV-1,"1,000.00",0.00',
    ]
    expect(records('xero', account)).toMatchObject([{ amount: '1000', type: 'Receive Money', reference: 'INV-1' }])
  })
})

describe('Wise and Revolut', () => {
  it('a row that is wider than the header has a fault, and no cell of it is a column that is made', () => {
    const lines = ['TransferWise ID,Date,Amount,Currency,Description,Merchant', 'T-1,31-03-2026,5,GBP,Card,Shop,more']
    expect(faultsOf(read('wise', lines))).toEqual(['2 too_many_cells null null'])
    expect(
      records(
        'wise',
        lines.map((line) => line.replace('more', '')),
      ),
    ).toMatchObject([{ counterparty: 'Shop' }])
  })
  it('a Wise statement has the day first, with dashes', () => {
    const lines = [
      '"TransferWise ID",Date,"Date Time",Amount,Currency,Description,"Payment Reference","Running Balance","Payer Name","Payee Name",Merchant,"Total fees"',
      'TRANSFER-1,03-04-2026,"03-04-2026 10:00:00.000",-100.50,EUR,"Sent money",INV-1,899.50,,Ann Ltd,,0.50',
      'CARD-2,05-04-2026,"05-04-2026 10:00:00.000",-9.00,EUR,Card,,890.50,,,Cafe,0.00',
    ]
    expect(records('wise', lines)).toMatchObject([
      {
        id: 'TRANSFER-1',
        amount: '-100.5',
        fee: '0.5',
        date: '2026-04-03',
        counterparty: 'Ann Ltd',
        reference: 'INV-1',
      },
      { id: 'CARD-2', amount: '-9', counterparty: 'Cafe' },
    ])
  })
  it('Revolut, without what was given back', () => {
    const personal = [
      'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance',
      'CARD_PAYMENT,Current,2026-03-01 09:00:00,2026-03-02 08:00:00,Cafe,-2.20,0.10,EUR,COMPLETED,17.83',
      'CARD_PAYMENT,Current,2026-03-03 09:00:00,,Bolt,-2.18,0.00,EUR,REVERTED,',
    ]
    expect(records('revolut', personal)).toMatchObject([
      { amount: '-2.2', fee: '0.1', currency: 'EUR', date: '2026-03-02', status: 'COMPLETED', account: 'Current' },
    ])
    const business = [
      'Date started (UTC),Date completed (UTC),ID,Type,State,Description,Reference,Payer,Card number,Orig currency,Orig amount,Payment currency,Amount,Total amount,Exchange rate,Fee,Fee currency,Balance,Account,Beneficiary name',
      '2026-03-01,2026-03-02,r-1,TRANSFER,COMPLETED,To Ann,INV-1,Bob,,EUR,-10.00,EUR,-10.00,-10.20,,0.20,EUR,100.00,EUR Main,Ann Ltd',
    ]
    expect(records('revolut', business)).toMatchObject([
      { id: 'r-1', amount: '-10', fee: '0.2', net: '-10.2', date: '2026-03-02', counterparty: 'Ann Ltd' },
    ])
  })
})

describe('the mapping of a caller', () => {
  const lines = [
    'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance',
    'TOPUP,Current,2026-03-01 09:00:00,2026-03-02 08:00:00,Salary,2.20,0.10,EUR,COMPLETED,17.83',
  ]
  it('wins over the map, also for a column that the map reads otherwise', () => {
    const [record] = records('revolut', lines, { mapping: { date: 'Started Date', reference: 'Description' } })
    expect(record).toMatchObject({ date: '2026-03-01', reference: 'Salary', fee: '0.1' })
    expect(record.description).toBeUndefined()
  })
  it('may name columns that the map makes none of', () => {
    expect(faultsOf(read('revolut', lines, { mapping: { amount: 'Betrag' } }))).toEqual([
      '1 unknown_column Betrag null',
    ])
  })
})

it('reads rows on their lines, and their faults, as a CSV that is not written anew', () => {
  const header = 'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance'
  const row = (description: string, state = 'COMPLETED', amount = '1.00') =>
    `TOPUP,Current,2026-03-01,2026-03-02,${description},${amount},0.00,EUR,${state},`
  const lines = [
    header,
    row('"a\r\nb, ""c"""'),
    row('x', 'REVERTED'),
    '',
    row('"d"e'),
    row('y', 'COMPLETED', 'z'),
    row('"open'),
  ]
  for (const parts of [[65_536], [7], [1]]) {
    const end = intakeOf(lines.join('\r\n'), { kind: 'revolut' }, parts)
    expect(faultsOf(end)).toEqual([
      '6 malformed_quote Description null',
      '7 invalid_decimal Amount amount',
      '8 unclosed_quote Description null',
    ])
  }
  const good = records('revolut', lines.slice(0, 3))
  expect(good).toMatchObject([{ description: 'a\r\nb, "c"' }])
})
