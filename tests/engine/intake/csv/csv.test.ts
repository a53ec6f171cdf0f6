import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAttributesField } from '../../../../engine/intake/fields/attributes-field.ts'
import type { Column } from '../../../../engine/intake/rows/row.ts'
import { detailsOf, faultsOf, intakeOf, recordsOf } from '../read.ts'

const header = 'id,date,amount,currency,reference\n'

describe('a CSV', () => {
  it('is read by its header, wherever that stands among the first 30 rows', () => {
    const end = intakeOf(
      'Bank of Examples\nAccount;DE12\n\nBuchungstag;Betrag;Währung;Verwendungszweck\n01.03.2026;-1.234,50;EUR;"Miete; März"\n',
    )
    expect(recordsOf(end)).toEqual([
      { amount: '-1234.5', currency: 'EUR', date: '2026-03-01', description: 'Miete; März' },
    ])
  })

  it.each([',', ';', '\t', '|'])('may be separated by %j', (delimiter) => {
    const text = ['Date,Amount,Note', '2026-03-01,5.00,x'].join('\n').replaceAll(',', delimiter)
    expect(recordsOf(intakeOf(text))).toEqual([{ amount: '5', date: '2026-03-01', attributes: { Note: 'x' } }])
  })

  it.each([
    ['Buchungstag;Soll;Haben\n01.03.2026;5,50;\n02.03.2026;;7,25\n03.03.2026;0,00;1,00', ['-5.5', '7.25', '1']],
    ['Date,Debit,Credit\n2026-03-01,-5.50,\n2026-03-02,,7.25', ['-5.5', '7.25']],
    ['Datum;Umsatz;Soll/Haben\n01.03.2026;5,50;S\n01.03.2026;7,25;h', ['-5.5', '7.25']],
  ])('%j has signed amounts', (text, amounts) => {
    expect(recordsOf(intakeOf(text)).map(({ amount }) => amount)).toEqual(amounts)
  })

  it('keeps columns that are no field as attributes: dotted, repeated and blank names too', () => {
    const end = intakeOf('Date,Amount,,a.b,Note,Note,__proto__\n2026-03-01,1,x,y,z,zz,p\n2026-03-02,1,, ,,,\n')
    const [first, second] = recordsOf(end)
    expect(Object.entries(first.attributes)).toEqual([
      ['3', 'x'],
      ['Note', 'z'],
      ['Note#2', 'zz'],
      ['__proto__', 'p'],
      ['a.b', 'y'],
    ])
    expect(second).toEqual({ amount: '1', date: '2026-03-02' })
  })

  it('takes the currency from its column, then from the amount’s header, then from the option', () => {
    const currencyOf = (text: string) => recordsOf(intakeOf(text, { currency: 'CHF' })).map(({ currency }) => currency)
    expect(currencyOf('Date,Amount,Currency\n2026-03-01,1,usd\n2026-03-01,1,')).toEqual(['USD', 'CHF'])
    expect(currencyOf('Datum,Betrag (EUR)\n2026-03-01,1')).toEqual(['EUR'])
    expect(currencyOf('Datum,Betrag (HRK)\n2022-03-01,1')).toEqual(['HRK'])
    expect(currencyOf('Date,Amount VAT,Amount\n2026-03-01,9,1')).toEqual(['CHF'])
    expect(currencyOf('Date,Amount\n2026-03-01,1')).toEqual(['CHF'])
  })

  it('reduces a timestamp to its own date and keeps it whole', () => {
    const [record] = recordsOf(intakeOf('created,amount\n2026-03-01 23:30:00 -0800,1\n'))
    expect(record).toEqual({ amount: '1', attributes: { timestamp: '2026-03-01 23:30:00 -0800' }, date: '2026-03-01' })
  })

  it('passes over blank lines and rows of blank cells', () => {
    expect(recordsOf(intakeOf(`${header}\n,, ,,\na,2026-03-01,1,EUR,\r\n\r\n`))).toHaveLength(1)
  })

  it('reads the names of a known kind before the general ones', () => {
    const text =
      'id,Source,Amount,Fee,Net,Currency,Created (UTC),Type\ntxn_1,ch_1,10.00,0.50,9.50,eur,2026-03-01 10:00,charge\n'
    expect(recordsOf(intakeOf(text, { kind: 'stripe' }))).toEqual([
      {
        id: 'txn_1',
        reference: 'ch_1',
        amount: '10',
        fee: '0.5',
        net: '9.5',
        currency: 'EUR',
        date: '2026-03-01',
        type: 'charge',
        attributes: { timestamp: '2026-03-01 10:00' },
      },
    ])
    expect(recordsOf(intakeOf('Date,Name,Gross,Fee,Net,Transaction ID\n01.03.2026,Ada,5,-1,4,T1'))).toEqual([
      { id: 'T1', date: '2026-03-01', counterparty: 'Ada', gross: '5', fee: '-1', net: '4' },
    ])
  })
})

describe('a CSV with as many columns as fit', () => {
  it('is read where they have no names, however short its rows are', () => {
    const names = `Date,Amount${','.repeat(30_000)}`
    expect(recordsOf(intakeOf(`${names}\n${'20260301,1\n'.repeat(20)}`))).toHaveLength(20)
  })

  it('has at most 1,000 with a name', () => {
    const rows = (count: number) => `Bank\nDate,Amount${',x'.repeat(count - 2)}\n20260301,1\n`
    expect(intakeOf(rows(1_000)).ok).toBe(true)
    expect(faultsOf(intakeOf(rows(1_001)))).toEqual(['2 too_many_columns null null'])
  })

  it('costs no more for a short row than the row is long', () => {
    const columns = Array.from({ length: 30_000 }, (_, index) => ({
      name: `x${index}`,
      column: { name: `x${index}`, index },
    }))
    const read: number[] = []
    const row = { line: 1, width: 2, cell: ({ index }: Column) => void read.push(index), lineOf: () => 1 }
    const field = createAttributesField({ columns, nested: undefined, isTrimmed: true })
    field.read(row, { line: 1, record: {}, fault: () => undefined })
    expect(read).toEqual([0, 1])
  })
})

describe('a cell as long as a row may be', () => {
  it('is no name of an attribute, which each record would repeat', () => {
    const end = intakeOf(`${'x'}${' ('.repeat(30_000)}x,Date,Amount\nx,20260301,2`)
    expect(faultsOf(end)).toEqual([`1 name_too_long x${' ('.repeat(29)}… null`, '1 header_too_large null null'])
    const names = (length: number) => intakeOf(`Date,Amount,${'x'.repeat(length)}\n20260301,2,y`)
    expect(names(200).ok).toBe(true)
    expect(faultsOf(names(201))).toEqual([`1 name_too_long ${'x'.repeat(59)}… null`])
  })

  it('is too much as a hundred and sixty-four names of two hundred characters', () => {
    const names = (count: number) =>
      Array.from({ length: count }, (_, index) => String(index).padEnd(200, 'x')).join(',')
    expect(intakeOf(`Date,Amount,${names(163)}\n20260301,2`).ok).toBe(true)
    expect(faultsOf(intakeOf(`Date,Amount,${names(164)}\n20260301,2`))).toEqual(['1 header_too_large null null'])
  })

  it('is not searched for a currency, which would cost the square of its length', () => {
    const currencyOf = (name: string) => {
      const mapping = { amount: name, date: 'Date' }
      return recordsOf(intakeOf(`Date,${name}\n20260301,2`, { mapping }))[0].currency
    }
    expect(currencyOf(`${'x'.repeat(194)} (EUR)`)).toBe('EUR')
    expect(currencyOf(`${'x'.repeat(195)} (EUR)`)).toBeUndefined()
  })
})

describe('a column whose values say how to read it', () => {
  it('may say so in its last row, and holds good for the first', () => {
    const end = intakeOf('Date,Amount\n03/04/2026,"1,234"\n05/06/2026,"2,000"\n13/06/2026,"3,000.50"\n')
    expect(recordsOf(end)).toEqual([
      { date: '2026-04-03', amount: '1234' },
      { date: '2026-06-05', amount: '2000' },
      { date: '2026-06-13', amount: '3000.5' },
    ])
  })

  it('asks for the decimal sign once, at the first value, if none says it', () => {
    const end = intakeOf('Date;Amount\n2026-03-01;7\n2026-03-01;1.234\n2026-03-01;2.000\n')
    expect(faultsOf(end)).toEqual(['3 undecided_decimal Amount amount'])
    expect(detailsOf(end)).toContain('1.234 by {"decimal":"."} and 1234 by {"decimal":","}')
    expect(recordsOf(intakeOf('Date;Amount\n2026-03-01;1.234\n', { mapping: { decimal: ',' } }))[0].amount).toBe('1234')
    expect(recordsOf(intakeOf('Date;Amount\n2026-03-01;1.234\n', { mapping: { decimal: '.' } }))[0].amount).toBe(
      '1.234',
    )
  })

  it('asks for the order of day and month once, if none says it', () => {
    const text = 'Date;Amount\n03/04/2026;1,5\n04/05/2026;1,5\n'
    expect(faultsOf(intakeOf(text))).toEqual(['2 undecided_date Date date'])
    expect(detailsOf(intakeOf(text))).toContain('{"date":{"column":"Date","format":"M/D/YYYY"}}')
    const mapping = { date: { column: 'Date', format: 'MM/DD/YYYY' } }
    expect(recordsOf(intakeOf(text, { mapping })).map(({ date }) => date)).toEqual(['2026-03-04', '2026-04-05'])
  })

  it('refuses what contradicts it', () => {
    const end = intakeOf('Date;Amount\n13/01/2026;1,50\n01/13/2026;1,50\n02/02/2026;1.50\n')
    expect(faultsOf(end)).toEqual(['3 invalid_date Date date', '4 invalid_decimal Amount amount'])
  })

  it('refuses a debit of the other sign than those above it', () => {
    expect(faultsOf(intakeOf('Date,Debit,Credit\n2026-03-01,5,\n2026-03-01,-5,\n'))).toEqual([
      '3 mixed_signs Debit amount',
    ])
  })
})

describe('a mapping', () => {
  const text = 'Tag;Soll;Haben;Kz;Batch;Amount\n03/04/2026;5,50;;S;b1;9\n04/04/2026;;7,25;H;b2;9\n'

  it('names the columns of fields, and leaves the others to attributes', () => {
    const mapping = {
      amount: { debit: 'Soll', credit: 'Haben' },
      date: { column: 'tag', format: 'DD/MM/YYYY' },
      'attributes.batch': 'Batch',
    }
    expect(recordsOf(intakeOf(text, { mapping }))).toEqual([
      { amount: '-5.5', date: '2026-04-03', attributes: { Amount: '9', Kz: 'S', batch: 'b1' } },
      { amount: '7.25', date: '2026-04-04', attributes: { Amount: '9', Kz: 'H', batch: 'b2' } },
    ])
  })

  it('may name a flag for the sign, and what a blank one means', () => {
    const flagged = (flags: object) =>
      intakeOf('Date,Amount,F\n2026-03-01,5,\n2026-03-01,6,CR\n2026-03-01,7,XX', {
        mapping: { amount: { column: 'Amount', flag: 'F', ...flags } },
      })
    expect(recordsOf(flagged({ debitValues: [''] })).map(({ amount }) => amount)).toEqual(['-5', '6', '7'])
    expect(faultsOf(flagged({ debitValues: ['CR'] }))).toEqual(['2 invalid_flag F amount'])
    expect(faultsOf(flagged({ debitValues: [''], creditValues: ['CR'] }))).toEqual(['4 invalid_flag F amount'])
  })

  it('names columns by their positions where there is no header', () => {
    const mapping = { header: false, date: '1', amount: '3', description: '2' } as const
    expect(recordsOf(intakeOf('01.03.2026;"a;b";1,5\n02.03.2026;c;2,5\n', { mapping }))).toEqual([
      { date: '2026-03-01', amount: '1.5', description: 'a;b' },
      { date: '2026-03-02', amount: '2.5', description: 'c' },
    ])
  })

  it('is refused where it names a column that is not there, or no date format', () => {
    const end = intakeOf(text, { mapping: { amount: 'Betrag' } })
    expect(faultsOf(end)).toEqual(['1 unknown_column Betrag null'])
    const wrong = intakeOf(text, { mapping: { amount: 'Haben', date: { column: 'Tag', format: 'dd/mm' } } })
    expect(faultsOf(wrong)[0]).toBe('1 invalid_date_format null date')
  })
})

describe('a CSV with faults', () => {
  it('is refused with one fault for each bad field, by physical line and column', () => {
    const text = `${header}a,2026-02-30,x,EURO,"line\nline"\nb,2026-03-01,1,EUR,\nc,2026-03-01,,EUR,\nd,2026-03-01,1,EUR,r,extra\n`
    expect(faultsOf(intakeOf(text))).toEqual([
      '2 invalid_currency currency currency',
      '2 invalid_decimal amount amount',
      '2 invalid_date date date',
      '5 missing_amount null amount',
      '6 too_many_cells null null',
    ])
  })

  it('lists at most twenty', () => {
    expect(faultsOf(intakeOf(header + 'a,x,1,EUR,\n'.repeat(50)))).toHaveLength(20)
  })

  it.each<[string, string | Uint8Array, object, string]>([
    ['nothing at all', '', {}, '1 header_not_found null null'],
    ['no header', 'a,b\nc,d\n', {}, '1 header_not_found null null'],
    ['a header below thirty rows', 'x\n'.repeat(30) + header, {}, '1 header_not_found null null'],
    ['a quote that is never closed', `${header}a,"2026`, {}, '2 unclosed_quote date null'],
    ['an endless row', `${header}"${'a'.repeat(200_000)}`, {}, '2 record_too_large null null'],
    ['an unknown encoding', header, { encoding: 'klingon' }, '1 unknown_encoding null null'],
    ['an id of 257 characters', `${header}${'i'.repeat(257)},2026-03-01,1,EUR,`, {}, '2 invalid_text id id'],
    [
      'bytes that are no text',
      Buffer.from(`${header}a,2026-03-01,1,EUR,\xe4`, 'latin1'),
      { charset: 'utf-8' },
      '2 invalid_encoding reference null',
    ],
  ])('such as %s', (_, ...[input, options, fault]) => {
    expect(faultsOf(intakeOf(input, options))).toEqual([fault])
  })

  it('finds a byte that is no text far behind the first 64 KB', () => {
    const rows = `${header}${'a,2026-03-01,1,EUR,ref\n'.repeat(4000)}`
    expect(faultsOf(intakeOf(Buffer.from(`${rows}b,2026-03-01,1,EUR,\xe4`, 'latin1')))).toEqual([
      '4002 invalid_encoding reference null',
    ])
  })
})

describe('the parts in which a CSV arrives', () => {
  const cell = fc.constantFrom('1', '1.234', '2,5', '03/04/2026', '13/04/2026', 'x', '"a\nb"', 'ä', '', '2026-03-01')
  const row = fc.tuple(cell, cell, cell).map((cells) => cells.join(';'))
  const text = fc.array(row, { maxLength: 12 }).map((rows) => ['preamble', 'Date;Amount;Note', ...rows].join('\r\n'))
  const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 10 })

  it('never matter', () => {
    fc.assert(
      fc.property(text, sizes, fc.constantFrom('utf8', 'latin1', 'utf16le'), (input, partSizes, encoding) => {
        const bytes = Buffer.from(encoding === 'utf16le' ? `\ufeff${input}` : input, encoding as BufferEncoding)
        expect(intakeOf(bytes, {}, partSizes)).toEqual(intakeOf(bytes))
      }),
    )
  })
})
