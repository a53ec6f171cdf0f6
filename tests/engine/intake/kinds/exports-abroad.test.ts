import { describe, expect, it } from 'vitest'
import { detailsOf, intakeOf, recordsOf } from '../read.ts'

const read = (lines: readonly string[], options = {}) => intakeOf(`${lines.join('\r\n')}\r\n`, options)

describe('PayPal in other languages', () => {
  const languages = [
    [
      'French',
      `"Date","Heure","Fuseau horaire","Nom","Type","État","Devise","Avant commission","Commission","Net","De l'adresse email","À l'adresse email","Numéro de transaction","Numéro de facture","Numéro de la transaction de référence","Impact sur le solde"`,
      ['Conversion de devise standard', 'Mémo'],
    ],
    [
      'Spanish',
      '"Fecha","Hora","Zona horaria","Nombre","Tipo","Estado","Divisa","Bruto","Comisión","Neto","Correo electrónico del remitente","Correo electrónico del destinatario","Id. de transacción","Número de factura","Id. de referencia de trans.","Impacto en el saldo"',
      ['Conversión de divisas general', 'Nota'],
    ],
    [
      'Italian',
      '"Data","Ora","Fuso orario","Nome","Tipo","Stato","Valuta","Lordo","Tariffa","Netto","Indirizzo email mittente","Indirizzo email destinatario","Codice transazione","Numero fattura","Codice transazione di riferimento","Impatto sul saldo"',
      ['Conversione di valuta generica', 'Promemoria'],
    ],
    [
      'Dutch',
      '"Datum","Tijd","Tijdzone","Naam","Type","Status","Valuta","Bruto","Kosten","Net","Van e-mailadres","Naar e-mailadres","Transactiereferentie","Factuurnummer","Referentie transactiereferentie","Effect op saldo"',
      ['Algemene valutaomrekening', 'Notitie'],
    ],
  ] as const
  it.each(languages)('%s', (_, header, [conversion, memo]) => {
    const lines = [
      header,
      '"30/04/2024","10:00","CET","Ann","x","y","EUR","1.100,00","-3,20","1.096,80","a@x","b@x","T1","INV-1","","z"',
      `"30/04/2024","10:00","CET","","${conversion}","y","EUR","-100,00","0,00","-100,00","","","T2","","T1","z"`,
      `"30/04/2024","10:00","CET","","x","y","EUR","-9,00","0,00","-9,00","","","T3","","","${memo}"`,
    ]
    const end = read(lines)
    expect(recordsOf(end)).toMatchObject([
      { id: 'T1', gross: '1100', fee: '-3.2', net: '1096.8', currency: 'EUR', counterparty: 'Ann', reference: 'INV-1' },
      { id: 'T2', gross: '-100', attributes: { conversionOf: 'T1' } },
    ])
    expect(recordsOf(end)).toHaveLength(2)
  })
  it('as a statement, whose description is the type', () => {
    const lines = [
      '"Date","Time","Time Zone","Description","Currency","Gross","Fee","Net","Balance","Transaction ID","From Email Address","Name","Invoice ID","Reference Txn ID"',
      '"04/30/2024","10:00","PST","General Currency Conversion","USD","-19.99","0.00","-19.99","0.00","T2","","","","T1"',
    ]
    expect(recordsOf(read(lines))).toMatchObject([{ id: 'T2', attributes: { conversionOf: 'T1' } }])
  })
})

describe('Stripe', () => {
  it('payouts have the balance transaction as their reference', () => {
    const lines = [
      'id,Amount,Created (UTC),Currency,Source Type,Arrival Date (UTC),Description,Status,Type,Balance Transaction',
      'po_1,1028.83,2024-04-30 10:00,eur,card,2024-05-02 00:00,STRIPE PAYOUT,paid,bank_account,txn_9',
    ]
    expect(recordsOf(read(lines))).toMatchObject([{ amount: '1028.83', reference: 'txn_9', valueDate: '2024-05-02' }])
  })
  it('payments that failed moved no money', () => {
    const lines = [
      'id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Fee,Status,Invoice ID',
      'ch_1,2024-04-30 10:00:00,30.00,5.00,eur,true,1.17,Paid,in_1',
      'ch_2,2024-04-30 10:00:00,31.00,0.00,eur,false,0.00,Failed,',
    ]
    expect(recordsOf(read(lines))).toMatchObject([{ id: 'ch_1', amount: '30', fee: '1.17', reference: 'in_1' }])
    expect(recordsOf(read(lines))).toHaveLength(1)
  })
})

describe('reports of accounting programs without their kind', () => {
  it.each([
    [
      'a QuickBooks general ledger',
      ',Date,Transaction Type,Num,Name,Memo/Description,Split,Debit,Credit,Balance',
      [
        'Checking,,,,,,,,,',
        ',04/13/2024,Payment,,Ann,,A/R,100.00,,"1,100.00"',
        ',04/14/2024,Check,55,Landlord,Rent,Rent,,500.00,600.00',
        'Total for Checking,,,,,,,$100.00,$500.00,',
      ],
    ],
    [
      'Xero account transactions',
      'Date,Source,Description,Reference,Debit,Credit,Running Balance,Gross,VAT',
      [
        'Business Bank Account,,,,,,,,',
        'Opening Balance,,,,"1,000.00",0.00,"1,000.00",0.00,0.00',
        '13 Apr 2024,Receive Money,Ann,INV-1,100.00,0.00,"1,100.00",100.00,0.00',
        '14 Apr 2024,Spend Money,Landlord,,0.00,500.00,600.00,500.00,0.00',
        'Total Business Bank Account,,,,100.00,500.00,-400.00,600.00,0.00',
        'Closing Balance,,,,600.00,0.00,600.00,0.00,0.00',
        'Total,,,,100.00,500.00,-400.00,600.00,0.00',
      ],
    ],
  ])('%s: sections and totals are a question, and a debit adds to the account', (_, header, rows) => {
    const lines = ['My Company', '', header, ...rows]
    const mappings = detailsOf(read(lines)).matchAll(/mapping (\{.*\}) leaves/g)
    const mapping = JSON.parse([...mappings].at(-1)?.[1] ?? '')
    const found = recordsOf(read(lines, { mapping })).map(({ amount, gross, date }) => [date, amount, gross])
    expect(found).toEqual([
      ['2024-04-13', '100', undefined],
      ['2024-04-14', '-500', undefined],
    ])
  })
})

it('a Xero journal report without its kind has the signs of books', () => {
  const lines = [
    'Date,Journal Number,Source Type,Account Code,Account,Description,Reference,Debit,Credit',
    '13 Apr 2024,1,Bank,090,Business Bank,Ann,INV-1,100.00,',
  ]
  expect(recordsOf(read(lines))).toMatchObject([{ amount: '100', account: '090' }])
})

describe('exports of cards', () => {
  it.each([
    [
      'Date,Description,Card Member,Account #,Amount',
      ['04/30/2024,SHOP,A B,-11001,45.10', '04/15/2024,PAID,A B,-11001,-500.00'],
    ],
    [
      'Datum,Beschreibung,Betrag,Weitere Details,Erscheint auf Ihrer Abrechnung als,Betreff',
      ['30/04/2024,REWE,"45,10",,REWE,\'AT1\'', '15/04/2024,Zahlung,"-500,00",,x,\'AT2\''],
    ],
    [
      'Trans. Date,Post Date,Description,Amount,Category',
      ['04/29/2024,04/30/2024,SHOP,45.10,x', '04/14/2024,04/15/2024,PAID,-500.00,y'],
    ],
  ])('turn the sign: %s', (header, rows) => {
    expect(recordsOf(read([header, ...rows])).map(({ amount, date }) => [amount, date])).toEqual([
      ['-45.1', '2024-04-30'],
      ['500', '2024-04-15'],
    ])
  })
})
