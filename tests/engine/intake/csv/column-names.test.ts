import { describe, expect, it } from 'vitest'
import { intakeOf, recordsOf } from '../read.ts'

/** The fields of the first record, without its attributes. */
function fieldsOf(text: string, options = {}) {
  const [{ attributes: _, ...fields }] = recordsOf(intakeOf(text, options))
  return fields
}

describe('the names of columns', () => {
  it.each([
    ['French', 'Date de l’opération;Date de valeur;Libellé;Montant;Devise\n01.03.2026;02.03.2026;x;-5,50;EUR'],
    [
      'Belgian French',
      "Date d'exécution;Date valeur;Communications;Montant;Devise du compte\n01.03.2026;02.03.2026;x;-5,50;EUR",
    ],
    ['Dutch', 'Boekingsdatum;Valutadatum;Omschrijving;Bedrag;Munt\n01.03.2026;02.03.2026;x;-5,50;EUR'],
    ['Spanish', 'FECHA OPERACIÓN;FECHA VALOR;CONCEPTO;IMPORTE;DIVISA\n01.03.2026;02.03.2026;x;-5,50;EUR'],
    ['Italian', 'Data contabile;Data valuta;Descrizione operazione;Importo;Divisa\n01.03.2026;02.03.2026;x;-5,50;EUR'],
    ['Polish', 'Data księgowania;Data waluty;Tytuł;Kwota;Waluta\n01.03.2026;02.03.2026;x;-5,50;EUR'],
    ['Czech', 'Datum zaúčtování;Datum valuty;Zpráva pro příjemce;Částka;Měna\n01.03.2026;02.03.2026;x;-5,50;EUR'],
    ['Hungarian', 'Könyvelés dátuma;Értéknap;Közlemény;Összeg;Devizanem\n2026. 03. 01.;2026.03.02.;x;-5,50;EUR'],
    ['Danish', 'Bogføringsdato;Rentedato;Tekst;Beløb;Valuta\n01.03.2026;02.03.2026;x;-5,50;EUR'],
    ['Swedish', 'Bokföringsdag;Valutadag;Text;Belopp;Valuta\n2026-03-01;2026-03-02;x;-5,50;EUR'],
    ['Norwegian', 'Bokføringsdato;Rentedato;Forklaring;Beløp;Valuta\n01.03.2026;02.03.2026;x;-5,50;EUR'],
    [
      'camel case',
      'bookingDate,valueDate,paymentDetails,transactionAmount,currencyCode\n2026-03-01,2026-03-02,x,-5.50,EUR',
    ],
    ['snake case', 'booking_date,value_date,description,amount,account_currency\n2026-03-01,2026-03-02,x,-5.50,EUR'],
  ])('may be %s', (_, text) => {
    const expected = { date: '2026-03-01', valueDate: '2026-03-02', amount: '-5.5', currency: 'EUR', description: 'x' }
    expect(fieldsOf(text)).toEqual(expected)
  })

  it.each([
    ['Date;Libellé;Débit euros;Crédit euros\n01.03.2026;x;5,50;', 'EUR'],
    ['Data;Descrizione;Uscite;Entrate\n01.03.2026;x;5,50;', undefined],
    ['Dato;Forklaring;Ut fra konto;Inn på konto\n01.03.2026;x;5,50;', undefined],
    ['Fecha;Descripción;Cargos;Abonos\n01.03.2026;x;5,50;', undefined],
    ['Data operacji;Opis;Obciążenia;Uznania\n01.03.2026;x;-5,50;', undefined],
    ['Txn Date,Narration,Withdrawal Amt.,Deposit Amt.\n01.03.2026,x,5.50,', undefined],
  ])('of a debit and a credit may be those of %j', (text, currency) => {
    const found = fieldsOf(text)
    expect(found).toMatchObject({ date: '2026-03-01', amount: '-5.5', description: 'x' })
    expect(found.currency).toBe(currency)
  })

  it.each(['created_utc', 'occurred_at', 'posted_at', 'createdAt', 'Trade date', 'JournalDate'])(
    'may be %s of a date',
    (name) => {
      expect(fieldsOf(`${name},amount\n2026-03-01,5`)).toEqual({ date: '2026-03-01', amount: '5' })
    },
  )

  it.each([
    ['dates', 'Booking date;Transaction date;Amount\n;01.03.2026;5', { date: '2026-03-01' }],
    ['amounts', 'Datum;Betrag;Umsatz\n01.03.2026;;5\n01.03.2026;;6', { amount: '5' }],
    ['debits', 'Datum;Soll;Belastung;Haben\n01.03.2026;;5,50;\n02.03.2026;;;6', { amount: '-5.5' }],
    ['references', 'Date,Amount,Reference,Invoice number\n2026-03-01,5, ,INV-1', { reference: 'INV-1' }],
    ['counterparties', 'Datum;Betrag;Zahlungspflichtiger;Empfänger;Name\n01.03.2026;5;;;Ann', { counterparty: 'Ann' }],
    ['currencies', 'Datum;Betrag;Währung;Kontowährung\n01.03.2026;5;;EUR', { currency: 'EUR' }],
    ['twins', 'Datum;Betrag;Text;Text\n01.03.2026;5;;Miete', { description: 'Miete' }],
    ['one row of many', 'Date,Amount,Ref,Reference\n2026-03-01,5,,\n2026-03-01,6,R,', { amount: '5' }],
  ])('of blank columns give way to those of filled ones: %s', (_, text, fields) => {
    expect(fieldsOf(text)).toMatchObject(fields)
  })

  it('of columns that are all blank, or all filled, stand in their order', () => {
    const taken: unknown[] = []
    const onColumns = (columns: readonly unknown[]) => taken.push(...columns)
    for (const cells of [',', 'a,b']) intakeOf(`Date,Amount,Reference,Ref\n2026-03-01,5,${cells}`, { onColumns })
    const own = { field: 'reference', columns: ['Reference'] }
    expect(taken.filter((each) => JSON.stringify(each) === JSON.stringify(own))).toHaveLength(2)
  })

  it('of a value date are those of a currency where the values are', () => {
    expect(fieldsOf('Datum;Valuta;Betrag\n01.03.2026;02.03.2026;5')).toMatchObject({ valueDate: '2026-03-02' })
    expect(fieldsOf('Datum;Valuta;Bedrag\n01.03.2026;SEK;5')).toMatchObject({ currency: 'SEK' })
  })

  it('may have a currency at their end in words and signs', () => {
    const currencyOf = (name: string) => fieldsOf(`Datum;${name}\n01.03.2026;5`).currency
    expect(['Betrag (€)', 'Umsatz in EUR', 'Importo (euro)', 'Amount £', 'Betrag (EUR)'].map(currencyOf)).toEqual([
      'EUR',
      'EUR',
      'EUR',
      'GBP',
      'EUR',
    ])
  })

  it('may be those of Square, NatWest, UBS and Xero', () => {
    expect(
      fieldsOf('Date,Total Collected,Fees,Net Total,Transaction ID,Payment ID\n2026-03-01,$12.00,-$0.35,$11.65,T1,P1', {
        kind: 'square',
      }),
    ).toMatchObject({ date: '2026-03-01', amount: '12', fee: '-0.35', net: '11.65', id: 'P1', reference: 'T1' })
    expect(
      fieldsOf('Date,Type,Description,Value,Balance,Account Name,Account Number\n31/03/2026,POS,x,-5.00,1.00,A,123'),
    ).toMatchObject({
      date: '2026-03-31',
      amount: '-5',
      account: '123',
    })
    expect(
      fieldsOf(
        'Kontonummer:;0234\n\nAbschlussdatum;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1\n2026-02-28;2026-03-01;2026-03-02;CHF;-5.50;;;1.00;T1;x',
      ),
    ).toEqual({
      id: 'T1',
      date: '2026-03-01',
      valueDate: '2026-03-02',
      currency: 'CHF',
      amount: '-5.5',
      description: 'x',
    })
    expect(fieldsOf('JournalDate,AccountCode,Description,Reference,NetAmount\n2026-03-01,200,x,r,-5.50')).toEqual({
      date: '2026-03-01',
      account: '200',
      description: 'x',
      reference: 'r',
      net: '-5.5',
    })
    expect(fieldsOf('Buchungstag;Betrag;Buchungswährung;Naam\n01.03.2026;5;EUR;Jan')).toMatchObject({
      currency: 'EUR',
      counterparty: 'Jan',
    })
  })
})

describe('the bookings of DATEV', () => {
  const first = (begin: string) =>
    `"EXTF";700;21;"Buchungsstapel";12;20260131000000000;;"RE";"";"";29098;55003;${begin};4;20260101;20260131`
  const names =
    'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Konto;Gegenkonto (ohne BU-Schlüssel);Belegdatum;Belegfeld 1;Buchungstext'
  const rows = '100,50;"S";"EUR";1200;8400;0103;"R1";"x"\n7,00;"H";"EUR";1200;8400;3107;"R2";"y"'

  it('have the year that begins in line 1', () => {
    for (const isBytewise of [true, false]) {
      const datesOf = (begin: string) =>
        recordsOf(intakeOf(`${first(begin)}\n${names}\n${rows}`, { isBytewise })).map(({ date }) => date)
      expect(datesOf('20260101')).toEqual(['2026-03-01', '2026-07-31'])
      expect(datesOf('20250701')).toEqual(['2026-03-01', '2025-07-31'])
    }
  })

  it('may have their words in full, and dates with one digit', () => {
    const own = names.replace('Haben-Kz)', 'Haben-Kennzeichen)').replace('Soll/Haben-K', 'Soll-/Haben-K')
    const end = intakeOf(`${first('20260101')}\n${own}\n100,50;"S";"EUR";1200;8400;103;"R1";"x"`)
    expect(recordsOf(end)).toMatchObject([{ date: '2026-03-01', amount: '100.5' }])
  })

  it('have a sign, a currency, an account, a reference and a text', () => {
    expect(fieldsOf(`${first('20260101')}\n${names}\n${rows}`)).toEqual({
      date: '2026-03-01',
      // A debit adds to the account, in books.
      amount: '100.5',
      currency: 'EUR',
      account: '1200',
      reference: 'R1',
      description: 'x',
    })
  })
})

describe('the values of amounts', () => {
  const amountsOf = (values: readonly string[], options = {}) =>
    recordsOf(intakeOf(`Date;Amount\n${values.map((value) => `2026-03-01;${value}`).join('\n')}`, options)).map(
      ({ amount, currency }) => [amount, currency],
    )

  it('may name their currency, and debits and credits', () => {
    expect(amountsOf(['USD 1,00,000.50', '7.00 EUR', '5.00 Dr', '5.00 CR'], { currency: 'CHF' })).toEqual([
      ['100000.5', 'USD'],
      ['7', 'EUR'],
      ['-5', 'CHF'],
      ['5', 'CHF'],
    ])
  })

  it('name no other currency than their row', () => {
    const end = intakeOf('Date,Amount,Currency\n2026-03-01,USD 5,EUR\n')
    expect(end).toMatchObject({
      ok: false,
      faults: [{ line: 2, column: 'Amount', field: 'amount', code: 'invalid_currency' }],
    })
  })

  it('are turned by the mapping', () => {
    for (const isBytewise of [true, false])
      expect(
        amountsOf(['5.50', '-1', '0', '(2.00)'], {
          isBytewise,
          mapping: { amount: { column: 'Amount', negate: true } },
        }).map(([amount]) => amount),
      ).toEqual(['-5.5', '1', '0', '2'])
  })
})
