import { describe, expect, it } from 'vitest'
import type { IntakeEnd } from '../../../../engine/intake/intake.ts'
import type { Mapping } from '../../../../engine/intake/mapping/mapping.ts'
import { detailsOf, faultsOf, intakeOf, linesOf, recordsOf } from '../read.ts'

/** What exports have beside records: notes, totals, pages, sections and lines that go on. */
const report = [
  'Bank of Examples;;;',
  'Printed on 31.03.2026;;;',
  'Datum;Text;Betrag;Saldo',
  'März 2026;;;',
  '01.03.2026;Miete;-500,00;500,00',
  ';Rest der Zeile davor;;',
  '02.03.2026;Lohn;1.234,50;1.734,50',
  'Datum;Text;Betrag;Saldo',
  '03.03.2026;Kasse;-4,50;1.730,00',
  'April 2026;;;',
  '01.04.2026;Miete;-500,00;1.230,00',
  'Summe;;230,00;',
  'Hinweis: ohne Gewähr; und; so; weiter; und so fort',
].join('\n')

/** The mapping that the last fault offers. */
const offered = (end: IntakeEnd): Mapping => JSON.parse(/.*mapping (\{.*\}) leaves/s.exec(detailsOf(end))?.[1] ?? '')

const warningsOf = (end: IntakeEnd) =>
  end.ok ? end.summary.warnings.filter(({ code }) => code !== 'missing_currency' && code !== 'repeated_id') : []

describe('rows that are no records', () => {
  it('have one fault for each kind of them, which shows the row and the mapping that passes it', () => {
    const end = intakeOf(report)
    expect(faultsOf(end)).toEqual([
      '4 not_a_record null null',
      '6 not_a_record null null',
      '8 not_a_record null null',
      '10 not_a_record null null',
      '12 invalid_date Datum date',
      '13 not_a_record null null',
    ])
    expect(detailsOf(end)).toContain('Got "Datum;Text;Betrag;Saldo", the header once more')
    expect(detailsOf(end)).toContain('If the row "Summe;;230,00" is no record')
    expect(offered(end)).toEqual({
      skip: [
        { column: 'Datum', equals: 'März 2026' },
        { column: 'Datum', blank: true },
        { repeatedHeader: true },
        { column: 'Datum', equals: 'April 2026' },
        { column: 'Datum', starts: 'Summe' },
        { column: 'Datum', starts: 'Hinweis: ohne Gewähr' },
      ],
    })
  })

  it('are left out and counted by the mapping that the last fault offers', () => {
    const mapping = offered(intakeOf(report))
    for (const isBytewise of [true, false]) {
      const end = intakeOf(report, { mapping, isBytewise }, [7])
      expect(recordsOf(end).map(({ amount }) => amount)).toEqual(['-500', '1234.5', '-4.5', '-500'])
      expect(warningsOf(end)).toEqual([{ code: 'skipped_entries', count: 6, firstLine: 4 }])
    }
  })

  it('keep the members of the mapping that was given', () => {
    const given = { amount: 'Betrag', skip: [{ repeatedHeader: true }] } as const
    expect(offered(intakeOf('Datum;Betrag\n01.03.2026;5,00\nDatum;Betrag\nSeite 2;\n', { mapping: given }))).toEqual({
      amount: 'Betrag',
      skip: [{ repeatedHeader: true }, { column: 'Datum', starts: 'Seite' }],
    })
  })

  it('are told from records that cannot be read', () => {
    const rows = ['2026-02-30,5.00,x', '2026-03-01,5.0.0,x', '2026-03-01,5.00,x,y']
    const end = intakeOf(['Date,Amount,Note', ...rows].join('\n'))
    expect(faultsOf(end)).toEqual([
      '2 invalid_date Date date',
      '3 invalid_decimal Amount amount',
      '4 too_many_cells null null',
    ])
    expect(detailsOf(end)).not.toContain('skip')
  })

  it.each<[string, object]>([
    ['2026-03-01,,Opening balance', { column: 'Amount', blank: true }],
    ['2026-03-01,n/a,Opening balance', { column: 'Amount', equals: 'n/a' }],
    ['Pending,5.00,Shop', { column: 'Date', starts: 'Pending' }],
  ])('may be %j, which keeps its own fault', (row, condition) => {
    const text = `Date,Amount,Note\n2026-03-02,7,x\n${row}\n`
    const mapping = offered(intakeOf(text))
    expect(mapping).toEqual({ skip: [condition] })
    expect(linesOf(intakeOf(text, { mapping }))).toHaveLength(1)
  })

  it('cost no more than they are long', () => {
    const header = `Date,Amount${','.repeat(30_000)}`
    const end = intakeOf(`${header}\n${'x\n'.repeat(20_000)}${header}\n`)
    expect(faultsOf(end)).toEqual(['2 not_a_record null null', '20002 not_a_record null null'])
  })

  it('of a debit and a credit column are told by their words', () => {
    const text = 'Date,Text,Debit,Credit\n2026-03-01,Brought forward,,\n2026-03-02,x,5,\n'
    expect(offered(intakeOf(text))).toEqual({ skip: [{ column: 'Text', starts: 'Brought forward' }] })
  })

  it.each<[string, string, object]>([
    ['Text,Debit,Credit,Kind', 'Total,7,5,', { column: 'Text', starts: 'Total' }],
    ['Note,Debit,Credit,Kind', ',7,5,', { column: 'Date', blank: true }],
    ['Text,Amount,D/C,Kind', 'Total,7,,', { column: 'Text', starts: 'Total' }],
  ])('may be a line of totals without a date: %s', (names, totals, condition) => {
    const text = `Date,${names}\n2026-03-02,x,5,${names.includes('D/C') ? 'D' : ''},\n,${totals}\n`
    expect(offered(intakeOf(text))).toEqual({ skip: [condition] })
    expect(recordsOf(intakeOf(text, { mapping: offered(intakeOf(text)) }))).toMatchObject([{ amount: '-5' }])
  })

  it('may be the total of an account whose number it has', () => {
    const rows = ['2026-03-02,x,5,', 'Total for Account 1000,,5,', 'Saldo 2025,,5,']
    const text = ['Date,Text,Debit,Credit', ...rows].join('\n')
    const skip = ['Total for Account', 'Saldo'].map((starts) => ({ column: 'Date', starts }))
    expect(offered(intakeOf(text))).toEqual({ skip })
    for (const date of ['March 2026', 'Mar 32 2026', '2026-02-30', 'Q1'])
      expect(detailsOf(intakeOf(text.replace(/Total for Account 1000/, date)))).not.toContain('"starts":"Mar')
  })

  it('are named by columns that are there', () => {
    const mapping = { skip: [{ column: 'Datm', blank: true }] } as const
    expect(faultsOf(intakeOf('Datum;Betrag\n01.03.2026;5', { mapping }))).toEqual(['1 unknown_column Datm null'])
  })
})

describe('a record without a date', () => {
  it('is warned of with its sum, as a line of totals is one', () => {
    const end = intakeOf('Date,Amount,Currency\n2026-03-01,5,EUR\n,11.50,EUR\n')
    expect(warningsOf(end)).toEqual([{ code: 'missing_date', count: 1, firstLine: 3, totals: { EUR: '11.5' } }])
  })

  it('is warned of where the column is blank throughout', () => {
    expect(warningsOf(intakeOf('Date,Amount,Currency\n,5,EUR\n,7,EUR\n'))).toEqual([
      { code: 'missing_date', count: 2, firstLine: 2, totals: { EUR: '12' } },
    ])
  })

  it('has its value date, which is warned of', () => {
    const end = intakeOf('Datum;Wertstellung;Betrag\n01.03.2026;02.03.2026;5\n;03.03.2026;6\n')
    expect(recordsOf(end).map(({ date, valueDate }) => [date, valueDate])).toEqual([
      ['2026-03-01', '2026-03-02'],
      ['2026-03-03', '2026-03-03'],
    ])
    expect(warningsOf(end)).toEqual([{ code: 'value_date_used', count: 1, firstLine: 3 }])
  })

  it('has its value date where no column has another', () => {
    for (const isBytewise of [true, false]) {
      const dates = Array.from({ length: 600 }, (_, index) => `2026-03-${String(1 + (index % 31)).padStart(2, '0')}`)
      const end = intakeOf(`Value Date,Amount\n${dates.map((date) => `${date},5\n`).join('')}`, { isBytewise })
      expect(recordsOf(end).map(({ date }) => date)).toEqual(dates)
      expect(warningsOf(end)).toEqual([{ code: 'value_date_used', count: 600, firstLine: 2 }])
    }
  })
})

describe('a file without a header that is known', () => {
  it('shows its columns with three values each, and a mapping that reads them', () => {
    const text =
      'Bank\nTag;Was;Wieviel;Stand\n01.03.2026;a;-5,50;10,00\n02.03.2026;b;7,00;17,00\n03.03.2026;;1,00;18,00\n04.03.2026;d;1,00;19,00'
    const end = intakeOf(text)
    expect(faultsOf(end)).toEqual(['1 header_not_found null null'])
    const lines = detailsOf(end).split('\n')
    expect(lines.slice(1, -1)).toEqual([
      'The columns of line 2:',
      '  "Tag": "01.03.2026", "02.03.2026", "03.03.2026"',
      '  "Was": "a", "b", "d"',
      '  "Wieviel": "-5,50", "7,00", "1,00"',
      '  "Stand": "10,00", "17,00", "18,00"',
    ])
    const mapping = JSON.parse(/\{.*\}$/.exec(lines.at(-1) ?? '')?.[0] ?? '')
    expect(mapping).toEqual({ date: 'Tag', amount: 'Wieviel' })
    expect(recordsOf(intakeOf(text, { mapping })).map(({ amount }) => amount)).toEqual(['-5.5', '7', '1', '1'])
  })

  it.each<[string, string, Mapping, object]>([
    ['without names', '01.03.2026;a;-5,50\n02.03.2026;b;7,00', {}, { header: false, date: '1', amount: '3' }],
    [
      'with two columns of amounts',
      'Tag;Raus;Rein\n01.03.2026;5,50;\n02.03.2026;;7,00',
      {},
      { date: 'Tag', amount: { debit: 'Raus', credit: 'Rein' } },
    ],
    [
      'with a mapping that names others',
      'Datum;Betrag;Text\n01.03.2026;5;x',
      { amount: { column: 'Betrg', negate: true }, reference: 'gone', decimal: ',' },
      { amount: { column: 'Betrag', negate: true }, decimal: ',' },
    ],
  ])('%s is read by the mapping it is offered', (_, text, mapping, expected) => {
    const end = intakeOf(text, { mapping })
    const found = JSON.parse(/\{.*\}$/.exec(detailsOf(end))?.[0] ?? '')
    expect(found).toEqual(expected)
    expect(intakeOf(text, { mapping: found }).ok).toBe(true)
  })

  it.each<[string, Mapping, readonly [string, string][]]>([
    [
      'Date,Amount\n3/4/2026,1.50\n11/12/2026,2',
      {},
      [
        ['2026-04-03', '1.5'],
        ['2026-03-04', '1.5'],
      ],
    ],
    [
      'Day,Amount\n03-04-26 10:00,1.50',
      { date: 'Day' },
      [
        ['2026-04-03', '1.5'],
        ['2026-03-04', '1.5'],
      ],
    ],
    [
      'Date;Sum due\n2026-03-04;1.234',
      { amount: 'Sum due' },
      [
        ['2026-03-04', '1.234'],
        ['2026-03-04', '1234'],
      ],
    ],
  ])('that could be read in two ways offers a mapping for each: %j', (text, mapping, expected) => {
    const detail = detailsOf(intakeOf(text, { mapping }))
    const offers = /(\{.*\}) (?:or|and \d+ by) (\{.*\})$/.exec(detail)?.slice(1) ?? []
    const firsts = offers.map((offer) => recordsOf(intakeOf(text, { mapping: JSON.parse(offer) }))[0])
    expect(firsts.map(({ date, amount }) => [date, amount])).toEqual(expected)
  })

  it('costs no more for many columns and a long mapping', () => {
    const names = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`)
    const mapping = Object.fromEntries(names('attributes.x', 1000).map((name) => [name, `${name.padEnd(60, 'y')}`]))
    const text = `${names('column', 8000).join(';')}\n${names('', 8000).join(';')}`
    expect(faultsOf(intakeOf(text, { mapping }))).toHaveLength(1)
  })

  it('says no more than a screen holds', () => {
    const wide = Array.from({ length: 5000 }, (_, index) => `column ${index} ${'x'.repeat(100)}`).join(';')
    expect(detailsOf(intakeOf(`${wide}\n${wide}`)).length).toBeLessThan(6000)
  })
})
