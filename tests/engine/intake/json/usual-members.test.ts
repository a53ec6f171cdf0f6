import { describe, expect, it } from 'vitest'
import { jsonFormat } from '../../../../engine/intake/json/json-file.ts'
import { detailsOf, faultsOf, intakeOf, type Options, recordsOf } from '../read.ts'

type JsonRecord = { readonly [name: string]: unknown }

const ndjson = (records: readonly JsonRecord[], options: Options = {}, parts = [65_536]) =>
  intakeOf(records.map((record) => `${JSON.stringify(record)}\n`).join(''), { format: 'ndjson', ...options }, parts)
const list = (records: readonly JsonRecord[], options: Options = {}) =>
  intakeOf(JSON.stringify(records), { format: jsonFormat, ...options })

const readers = [
  ['NDJSON', ndjson],
  ['a list of JSON', list],
] as const

describe.each(readers)('records of %s that others wrote', (_, read) => {
  it.each<[JsonRecord, JsonRecord]>([
    [
      { transaction_id: 'a', booking_date: '2026-03-31', amount: 5, ccy: 'EUR', memo: 'Rent', merchant: 'Ann', x: 'y' },
      { id: 'a', date: '2026-03-31', amount: '5', currency: 'EUR', description: 'Rent', counterparty: 'Ann' },
    ],
    [
      {
        id: 7,
        transactionAmount: '-5.50',
        postedAt: '2026-03-31T10:00:00Z',
        currency: 'EUR',
        account_number: 4711,
        x: 'y',
      },
      { id: '7', date: '2026-03-31', amount: '-5.5', currency: 'EUR', account: '4711' },
    ],
    [
      { Buchungstag: '31.03.2026', Soll: '5.00', Haben: '', Verwendungszweck: 'Miete', x: 'y' },
      { date: '2026-03-31', amount: '-5', description: 'Miete' },
    ],
    [
      { created: '2026-03-31', amount: '5', credit_debit: 'debit', state: 'booked', x: 'y' },
      { date: '2026-03-31', amount: '-5', status: 'booked' },
    ],
  ])('have fields by the usual names of columns: %j', (record, expected) => {
    const [first, ...others] = recordsOf(read([record]))
    expect(others).toEqual([])
    expect(first).toMatchObject(expected)
    expect(first?.attributes?.x).toBe('y')
  })

  it('have the fields that are called so, whatever else is there', () => {
    const record = {
      date: '2026-03-31',
      bookingDate: '2026-04-01',
      amount: '5',
      value: '6',
      description: 'a',
      text: 'b',
    }
    expect(recordsOf(read([record]))).toEqual([
      {
        date: '2026-03-31',
        amount: '5',
        description: 'a',
        attributes: { bookingDate: '2026-04-01', value: '6', text: 'b' },
      },
    ])
  })
})

describe.each(readers)('blank members of %s', (_, read) => {
  it('give way to filled ones, those that are called as a field is, too', () => {
    const record = {
      date: '',
      booking_date: '2026-03-31',
      amount: ' ',
      value: '5',
      reference: null,
      invoice_number: 'INV-1',
      description: '',
      memo: 'Rent',
    }
    expect(recordsOf(read([record]))).toEqual([
      { date: '2026-03-31', amount: '5', reference: 'INV-1', description: 'Rent' },
    ])
  })
})

describe.each(readers)('more of %s', (_, read) => {
  it('have no date of a number, and no amount of an object', () => {
    const record = { created: 1_767_225_600, value: { size: 1 }, gross: 5, timestamp_ms: 1 }
    expect(recordsOf(read([record]))).toEqual([
      { gross: '5', attributes: { created: '1767225600', value: { size: '1' }, timestamp_ms: '1' } },
    ])
  })

  it('are warned of where what is called a date is none', () => {
    for (const [record, codes] of [
      [{ amount: 5, created: 1_767_225_600, currency: 'EUR' }, ['missing_date']],
      [{ amount: 5, currency: 'EUR' }, []],
    ] as const) {
      const end = read([record])
      expect(end.ok && end.summary.warnings.map(({ code }) => code)).toEqual(codes)
    }
  })

  it('have what the mapping says, and the usual names beside it', () => {
    const records = [{ When: '31.03.2026', booking_date: '2026-04-01', value: 5, betrag: 6, memo: 'a' }]
    expect(recordsOf(read(records, { mapping: { date: 'When', amount: 'value' } }))).toEqual([
      {
        date: '2026-03-31',
        amount: '5',
        description: 'a',
        attributes: { booking_date: '2026-04-01', betrag: '6' },
      },
    ])
  })

  it('say which members their fields are read from', () => {
    const taken: unknown[] = []
    const options: Options = { onColumns: (columns) => taken.push(...columns) }
    read(
      [
        { booked_at: '2026-03-31', soll: 5 },
        { haben: 5, x: 'y' },
      ],
      options,
    )
    expect(taken).toEqual([
      { field: 'amount', columns: ['soll', 'haben'] },
      { field: 'date', columns: ['booked_at'] },
    ])
  })
})

describe.each(readers)('more of %s', (_, read) => {
  it('have members of members where the mapping names them', () => {
    const records = [{ money: { value: '5', unit: 'EUR' }, at: { day: '2026-03-31' } }]
    const mapping = { amount: 'money.value', currency: 'money.unit', date: 'at.day' }
    expect(recordsOf(read(records, { mapping }))).toEqual([{ amount: '5', currency: 'EUR', date: '2026-03-31' }])
  })

  it('have their value date where there is no booking date, which is warned of', () => {
    const end = read([{ amount: 5, value_date: '2026-03-31', currency: 'EUR' }])
    expect(recordsOf(end)).toEqual([{ amount: '5', date: '2026-03-31', valueDate: '2026-03-31', currency: 'EUR' }])
    expect(end).toMatchObject({ summary: { warnings: [{ code: 'value_date_used', count: 1, firstLine: 1 }] } })
  })
})

describe.each(readers)('more of %s', (_, read) => {
  it('have lists as attributes, as their JSON text', () => {
    const record = { amount: 5, tags: ['a', { b: 1 }], none: [], deep: { list: [1] }, rate: 0.12345678901234 }
    expect(recordsOf(read([record]))).toEqual([
      { amount: '5', attributes: { tags: '["a",{"b":1}]', deep: { list: '[1]' }, rate: '0.12345678901234' } },
    ])
  })

  it('are read by the map of their kind', () => {
    const charge = { id: 'ch_1', object: 'charge', amount: 1234, currency: 'jpy', created: 1_767_225_600, tags: ['x'] }
    const expected = { id: 'ch_1', amount: '1234', currency: 'JPY', date: '2026-01-01', type: 'charge' }
    expect(recordsOf(read([charge], { kind: 'stripe' }))).toMatchObject([expected])
    const plaid = { transaction_id: 't', account_id: 'a', amount: 5.5, iso_currency_code: 'EUR', date: '2026-03-31' }
    expect(recordsOf(read([plaid]))).toMatchObject([{ id: 't', amount: '-5.5', account: 'a' }])
  })

  it('keep to the members that the first thirty have', () => {
    const usual = Array.from({ length: 40 }, (_, index) => ({ booking_date: '2026-03-31', value: index, memo: 'a' }))
    const others = [{ posted_at: '2026-04-01', value: 5, description: 'b' }]
    const all = recordsOf(read([...usual, ...others]))
    expect(new Set(all.slice(0, 40).map(({ date, description }) => `${date} ${description}`))).toEqual(
      new Set(['2026-03-31 a']),
    )
    expect(all[40]).toEqual({ amount: '5', attributes: { posted_at: '2026-04-01', description: 'b' } })
  })
})

describe.each(readers)('amounts that %s holds in objects', (_, read) => {
  it.each<[JsonRecord, Options['mapping'], string]>([
    [{ amount: { value: '12.00', currency: 'EUR' } }, {}, '{"amount":"amount.value","currency":"amount.currency"}'],
    [{ transactionAmount: { amount: 12.5 } }, {}, '{"amount":"transactionAmount.amount"}'],
    [
      { Amount: { Value: '12.00', currency_code: 'EUR' } },
      { date: 'day', currency: 'unit' },
      '{"date":"day","currency":"unit","amount":"Amount.Value"}',
    ],
  ])('are refused with the mapping that reads them: %j', (record, mapping = {}, offered) => {
    const records = [record, { ...record, date: '2026-03-31' }]
    const end = read(records, { mapping })
    expect(faultsOf(end)).toEqual(records.map(() => expect.stringContaining('missing_amount')))
    expect(detailsOf(end)).toContain(`The mapping ${offered} reads every amount as it is written`)
    expect(recordsOf(read(records, { mapping: JSON.parse(offered) }))).toHaveLength(2)
  })

  it('are not guessed where only some records have one, or the object holds no amount', () => {
    const some = [{ amount: { value: '1.00' } }, { amount: { size: '2.00' } }]
    for (const records of [some, some.slice(1)]) expect(detailsOf(read(records))).not.toContain('mapping')
  })
})

describe('NDJSON', () => {
  it('gives the same records in whatever pieces it comes', () => {
    const records = Array.from({ length: 70 }, (_, index) => ({
      txn_id: index,
      value: index,
      memo: index % 3 ? 'é' : '',
    }))
    const whole = ndjson(records)
    for (const parts of [[1], [7, 500]])
      expect(ndjson(records, {}, parts)).toMatchObject({ ok: true, summary: whole.ok ? whole.summary : {} })
    expect(recordsOf(whole)).toHaveLength(70)
  })

  it('has faults at their lines, those of the first records too', () => {
    const records = Array.from({ length: 40 }, (_, index) => ({ value: index === 3 || index === 35 ? 'x' : index }))
    expect(faultsOf(ndjson(records))).toEqual(
      Array.from({ length: 20 }, (_, index) => `${index + 1} missing_amount null amount`),
    )
    const named = records.map((record) => ({ amount: record.value, booked_at: '2026-03-31' }))
    expect(faultsOf(ndjson(named))).toEqual(['4 invalid_decimal amount amount', '36 invalid_decimal amount amount'])
    expect(detailsOf(ndjson(named))).toContain('"x"')
  })
})
