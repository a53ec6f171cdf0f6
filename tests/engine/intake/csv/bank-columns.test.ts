import { describe, expect, it } from 'vitest'
import { detailsOf, faultsOf, intakeOf, recordsOf } from '../read.ts'

const read = (lines: readonly string[], options = {}) => intakeOf(lines.join('\n'), options)
const records = (lines: readonly string[], options = {}) => recordsOf(read(lines, options))

describe('a debit and a credit beside an amount', () => {
  const header = 'Buchungstag;Wert;Betrag;Soll;Haben;Währung'
  it('are read where the amount is blank, as at Deutsche Bank', () => {
    const rows = ['30.04.2020;30.04.2020;;-85,00;;EUR', '29.04.2020;28.04.2020;;;2.500,00;EUR']
    expect(records([header, ...rows])).toMatchObject([
      { amount: '-85', valueDate: '2020-04-30' },
      { amount: '2500', valueDate: '2020-04-28' },
    ])
    expect(records([header, ...rows, '28.04.2020;28.04.2020;7,00;-9,00;;EUR'])[2]).toMatchObject({ amount: '-9' })
  })
  it('are attributes where the amount is not', () => {
    const [record] = records([header, '30.04.2024;30.04.2024;-85,00;-85,00;;EUR'])
    expect(record).toMatchObject({ amount: '-85', attributes: { Soll: '-85,00' } })
  })
})

describe('credits with a minus', () => {
  const header = 'Status,Date,Description,Debit,Credit'
  const rows = [
    'Cleared,04/30/2024,SHOP,45.10,',
    'Cleared,04/29/2024,PAYMENT,,-500.00',
    'Cleared,04/28/2024,BACK,,-7.00',
  ]
  it('come in where all have one, as on a credit card of Citi', () => {
    expect(records([header, ...rows]).map(({ amount }) => amount)).toEqual(['-45.1', '500', '7'])
    expect(records([header, ...rows], { isBytewise: false }).map(({ amount }) => amount)).toEqual(['-45.1', '500', '7'])
  })
  it('are a question where one has none behind them, and taken back where they follow one', () => {
    expect(faultsOf(read([header, ...rows, 'Cleared,04/28/2024,x,,5.00']))).toEqual(['5 mixed_signs Credit amount'])
    const taken = [header, 'Cleared,04/30/2024,a,,5.00', 'Cleared,04/29/2024,b,,-5.00']
    expect(records(taken).map(({ amount }) => amount)).toEqual(['5', '-5'])
    const signed = [header, 'Cleared,04/30/2024,a,-5.00,', 'Cleared,04/29/2024,b,,-6.00']
    expect(records(signed).map(({ amount }) => amount)).toEqual(['-5', '-6'])
  })
})

describe('an account', () => {
  it.each([
    ['"Date","Payee","Account number","Amount (EUR)"', '"2020-01-02","ACME","DE89370400440532013000","-12.5"'],
    [
      'Datum;Begünstigter/Zahlungspflichtiger;Verwendungszweck;Kontonummer;BLZ;Betrag',
      '02.01.2020;ACME;x;532013000;37040044;-12,5',
    ],
  ])('beside the name or the bank of the other side is no account of the records: %s', (header, row) => {
    const [record] = records([header, row])
    expect(record).toMatchObject({ counterparty: 'ACME', amount: '-12.5' })
    expect(record.account).toBeUndefined()
  })
  it('is no name of the other side', () => {
    const header = '"Date","Amount","Account","Counterparty","Name"'
    const row = '"2024-04-30","-1,045.10","NL20BUNQ0001234567","NL44RABO0123456789","ACME"'
    expect(records([header, row])).toMatchObject([{ counterparty: 'ACME', account: 'NL20BUNQ0001234567' }])
  })
})

describe('names of columns', () => {
  it.each([
    ['ING (English)', 'Date;Name / Description;Account;Amount (EUR);Notifications', 'x'],
    ['UBS', 'Buchungsdatum;Empfaenger;IBAN;Betrag;Beschreibung 1;Beschreibung', 'x;UBS Privatkonto'],
    ['Nordea in Finland', 'Kirjauspäivä;Nimi;a;Määrä;Otsikko', 'x'],
    ['La Banque Postale', 'Date;Nom;a;Montant(EUROS);Libellé', 'x'],
    ['BNP Paribas', 'Date operation;Nom;a;Montant operation en euro;Libelle operation', 'x'],
    ['Intesa Sanpaolo', 'Data;Nome;a;Importo;Operazione', 'x'],
    ['Millennium', 'Data transakcji;Odbiorca/Zleceniodawca;a;Kwota;Tytułem', 'x'],
    ['Raiffeisen', 'Booked At;Name;a;Credit/Debit Amount;Text', 'x'],
    ['Qonto', 'Operation date (local);Counterparty name;a;Total amount (incl. VAT);Description', 'x'],
  ])('of %s', (_, header, description) => {
    const [record] = records([header, `30.04.2024;ACME;a;-45,10;${description}`])
    expect(record).toMatchObject({ date: '2024-04-30', counterparty: 'ACME', amount: '-45.1', description: 'x' })
  })
  it('may have a space behind the currency, as at ICICI', () => {
    const lines = ['Transaction Date,Withdrawal Amount (INR ),Deposit Amount (INR )', '30/04/2024,"1,23,456.10",0']
    expect(records(lines)).toMatchObject([{ amount: '-123456.1', currency: 'INR' }])
  })
})

describe('the mapping of a fault', () => {
  it('names the currency, and sides whose other one is zero', () => {
    const abn = ['123\tEUR\t20240430\t1279,66\t-45,10', '123\tEUR\t20240429\t1000,00\t279,66']
    expect(detailsOf(read(abn))).toContain('{"header":false,"date":"3","amount":"5","currency":"2"}')
    const sides = ['Day,Went,Came', '30/04/2024,5.10,0', '29/04/2024,0,7.00']
    expect(detailsOf(read(sides))).toContain('{"date":"Day","amount":{"debit":"Went","credit":"Came"}}')
  })
})
