import { describe, expect, it } from 'vitest'
import { jsonFormat } from '../../../../engine/intake/json/json-file.ts'
import { detailsOf, faultsOf, intakeOf, type Options, recordsOf } from '../read.ts'

const read = (text: string, options: Options = {}, partSizes: readonly number[] = [65_536]) =>
  intakeOf(text, { format: jsonFormat, ...options }, partSizes)
const records = (text: string, options: Options = {}) => recordsOf(read(text, options))
const place = (end: ReturnType<typeof read>) =>
  end.ok ? [] : end.faults.map(({ line, pointer, column, code }) => `${line} ${pointer} ${column} ${code}`)

const a = '{"id":"a","amount":"1.50","date":"2026-03-01"}'
const b = '{"id":"b","amount":2,"date":"2026-03-02"}'
const both = [
  { id: 'a', amount: '1.5', date: '2026-03-01' },
  { id: 'b', amount: '2', date: '2026-03-02' },
]

describe('a file of JSON', () => {
  it.each([
    ['a list', `[${a},${b}]`],
    ['a list over lines', ` [\r\n${a}\r\n,\r\n${b} ]\n`],
    ['data', `{"object":"list","more":{"data":"[{"},"data":[${a},${b}],"has_more":false}`],
    ['a member of data', `{"data":{"page":1,"transactions":[${a},${b}]}}`],
    ['a list of each account', `{"accounts":[{"id":1,"transactions":[${a}]},{"id":2,"transactions":[${b}]}]}`],
    ['an obvious list', `{"page":[1,2],"links":[{"href":"x"}],"rows":{"found":[${a},${b}]}}`],
    ['escapes in names and texts', `{"a\\"]}":"\\\\","data":[${a},${b}]}`],
  ])('may be %s, in whatever pieces it comes', (_, text) => {
    for (const parts of [[65_536], [7], [1]]) expect(recordsOf(read(text, {}, parts))).toEqual(both)
  })

  it.each([
    ['one record', a],
    ['a record in an object', `{"payment":${a}}`],
    ['a record with a list of its own', `${a.slice(0, -1)},"lines":[{"sku":"x"}]}`],
  ])('may be %s', (_, text) => {
    expect(records(text)).toMatchObject([{ id: 'a', amount: '1.5' }])
  })

  it.each([['[]'], ['{"data":[]}'], ['{"data": [ ], "more": 1}']])('may have no records: %s', (text) => {
    expect(read(text)).toMatchObject({ ok: true, summary: { recordCount: 0, warnings: [{ code: 'no_records' }] } })
  })

  it('keeps what is no field as attributes: lists as JSON, and what is nested too deep', () => {
    const text = `[{"id":12,"amount":1,"ok":true,"none":null,"tags":["x",{"y":1}],"empty":[],"deep":{"a":{"b":{"c":{"d":{"e":1}}}}},"type":{"code":"T"},"rate":0.12345678901234,"attributes":{"own":"1"}}]`
    expect(records(text)).toEqual([
      {
        id: '12',
        amount: '1',
        attributes: {
          ok: true,
          tags: '["x",{"y":1}]',
          deep: { a: { b: { c: { d: '{"e":1}' } } } },
          type: { code: 'T' },
          rate: '0.12345678901234',
          own: '1',
        },
      },
    ])
  })

  it('reads members by their paths where the mapping names them', () => {
    const text = `[{"money":{"value":"-3.00","code":"EUR"},"when":"03.04.2026","who":{"name":"Ann","iban":"X"}}]`
    const mapping = { amount: 'money.value', currency: 'money.code', date: 'when', counterparty: 'who.name' }
    expect(records(text, { mapping })).toEqual([
      { amount: '-3', currency: 'EUR', date: '2026-04-03', counterparty: 'Ann', attributes: { who: { iban: 'X' } } },
    ])
  })
})

describe('a fault', () => {
  it('has the line and the place of its element, and of its member', () => {
    const text = `{"data":[\n${a},\n{"id":"b",\n"amount":"x"},\n7,\n{"id":"c"}]}`
    const expected = [
      '4 /data/1/amount amount invalid_decimal',
      '5 /data/2 null invalid_record',
      '6 /data/3 null missing_amount',
    ]
    for (const parts of [[65_536], [7], [1]]) expect(place(read(text, {}, parts))).toEqual(expected)
  })

  it.each([
    [`[${a}${b}]`, 'malformed_json'],
    [`[${a},]`, 'malformed_json'],
    [`[,${a}]`, 'malformed_json'],
    [`[${a},,${b}]`, 'malformed_json'],
    [`[${a}`, 'malformed_json'],
    [`[${a},{"id":`, 'malformed_json'],
    [`[${a}]]`, 'malformed_json'],
    [`[${a}}]`, 'malformed_json'],
    [`[${a},}]`, 'malformed_json'],
    ['{"data":[}', 'malformed_json'],
    ['[1}]', 'malformed_json'],
    [`[${a}] x`, 'malformed_json'],
    [`{"data":[${a}],"data":[${b}]}`, 'duplicate_member'],
    [`{"data":[${a}]`, 'malformed_json'],
    [`{"data":[${a}] "more":1}`, 'malformed_json'],
    [`${a}\n${b}`, 'malformed_json'],
    [`[{"amount":1,"amount":2}]`, 'duplicate_member'],
    [`[{"amount":12345678901234567890}]`, 'number_precision'],
    ['[{"amount":1,"x":"\ud800"}]'.replace('\ud800', '\\ud800'), 'lone_surrogate'],
    [`${'['.repeat(1_000)}`, 'too_deep'],
    ['', 'invalid_record'],
    ['{"data":1}', 'invalid_record'],
    ['7', 'invalid_record'],
  ])('is that of the JSON: %#', (text, code) => {
    for (const parts of [[65_536], [7]]) expect(faultsOf(read(text, {}, parts))[0]).toContain(` ${code} `)
  })

  it('behind a list has the line of the file', () => {
    expect(place(read(`{"data":[\n${a},\n\n${b}\n],\n"x":}`))).toEqual(['6 undefined null malformed_json'])
  })

  it.each([['{"found":[R]}'], ['{"payment":R}'], ['R']])('offers the amount in an object of a record in %s', (text) => {
    const end = read(text.replace('R', '{"id":"a","amount":{"value":"12.00"}}'))
    expect(faultsOf(end)).toEqual(['1 missing_amount null amount'])
    expect(detailsOf(end)).toContain('{"amount":"amount.value"}')
  })

  it('names the lists where there are several', () => {
    const end = read(`{"orders":[${a}],"payouts":[${b}]}`)
    expect(faultsOf(end)).toEqual(['1 malformed_file null null'])
    expect(detailsOf(end)).toContain('(orders, payouts)')
    expect(detailsOf(read(`{"left":[${a}],"right":[${b}]}`))).toContain('(left, right)')
  })

  it('says what is too long, and reads on behind it', () => {
    const long = `{"amount":1,"x":"${'y'.repeat(300_000)}"}`
    for (const parts of [[1 << 20], [65_536], [999]])
      expect(place(read(`[${a},\n${long},\n{"amount":"z"}]`, {}, parts))).toEqual([
        '2 /1 null record_too_large',
        '3 /2/amount amount invalid_decimal',
      ])
    const outside = read(`{"found":[{"amount":1}],"x":"${'y'.repeat(300_000)}"}`)
    expect(detailsOf(outside)).toContain('lists at found')
  })
})
