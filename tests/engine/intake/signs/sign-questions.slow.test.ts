import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { xlsxFormat } from '../../../../engine/intake/archive/workbook-formats.ts'
import { jsonFormat } from '../../../../engine/intake/json/json-file.ts'
import { caseCount } from '../../support/law.ts'
import { detailsOf, faultsOf, intakeOf, type Options, recordsOf } from '../read.ts'
import { row, xlsxOf } from '../xlsx/xlsx-writer.ts'

type Cell = string | number
type JsonRecord = { readonly [name: string]: Cell }

const day = '2026-03-31'

/** Reads the same table in each format that has columns or members. `parts` are the sizes of the parts that it comes in. */
type Read = (
  records: readonly JsonRecord[],
  options?: Options,
  parts?: readonly number[],
) => ReturnType<typeof intakeOf>

const namesOf = (records: readonly JsonRecord[]) => Object.keys(records[0] ?? {})
const csv: Read = (records, options, parts) => {
  const lines = records.map((record) => Object.values(record).join(','))
  return intakeOf([namesOf(records).join(','), ...lines].join('\n'), options, parts)
}
const ndjson: Read = (records, options, parts) =>
  intakeOf(records.map((record) => `${JSON.stringify(record)}\n`).join(''), { format: 'ndjson', ...options }, parts)
const list: Read = (records, options, parts) =>
  intakeOf(JSON.stringify(records), { format: jsonFormat, ...options }, parts)
const sheet: Read = (records, options, parts) => {
  const rows = [row(...namesOf(records)), ...records.map((record) => row(...Object.values(record)))].join('')
  return intakeOf(xlsxOf({ sheets: [{ name: 'S', rows }] }), { format: xlsxFormat, ...options }, parts)
}

const readers = [
  ['CSV', csv],
  ['NDJSON', ndjson],
  ['a list of JSON', list],
  ['a sheet', sheet],
] as const

const recordsOfKind = (name: string, ...pairs: readonly (readonly [string, Cell])[]) =>
  pairs.map(([word, amount]) => ({ date: day, amount, [name]: word, note: 'x' }))

/** `code column field` of each fault. */
const codesOf = (end: ReturnType<Read>) => faultsOf(end).map((fault) => fault.split(' ').slice(1).join(' '))
const amountsOf = (end: ReturnType<Read>) => recordsOf(end).map(({ amount }) => amount)

describe.each(readers)('a word for a movement beside amounts without a sign, in %s', (_, read) => {
  it('is none where a description alone says payout: a bank has what comes in from a processor', () => {
    const records = [
      { date: day, amount: 10, description: 'Payment Acme' },
      { date: day, amount: 20, description: 'Payout' },
    ]
    expect(amountsOf(read(records))).toEqual(['10', '20'])
  })

  it.each([
    ['type', 'refund'],
    ['kind', 'refund'],
    ['what', 'REFUND'],
    ['transactionType', 'PaymentRefund'],
    ['event_code', 'payment_refund'],
    ['object', 'dispute'],
    ['category', 'Chargeback fee'],
    ['action', 'reversal'],
    ['kind', 'debit'],
    ['type', 'payout'],
    ['type', 'withdrawal'],
    ['Vorgang', 'Storno'],
    ['description', 'Refund'],
  ])('is a question: %s %s', (name, word) => {
    for (const parts of [[65_536], [7]]) {
      const end = read(recordsOfKind(name, ['sale', '209.00'], [word, '209.00']), {}, parts)
      expect(codesOf(end)).toEqual([`undecided_sign ${name} amount`])
    }
  })

  it('is a question of any row, however many there are before it', () => {
    const many = Array.from({ length: 500 }, () => ['sale', '5'] as const)
    for (const name of ['type', 'what'])
      expect(codesOf(read(recordsOfKind(name, ...many, ['refund', '5'])))).toEqual([`undecided_sign ${name} amount`])
  })
})

describe.each(readers)('a question of the sign, in %s', (_, read) => {
  it('is answered by each of the mappings that it offers', () => {
    const records = recordsOfKind('kind', ['sale', 209], ['refund', 209], ['void', 1], ['sale', 2])
    const offersOf = (options: Options = {}) => {
      const [, asWritten = '', likely = ''] =
        /, (\{".*\}) to read .*: (\{".*\})$/.exec(detailsOf(read(records, options))) ?? []
      return [JSON.parse(asWritten), JSON.parse(likely)]
    }
    const [asWritten, skip] = offersOf()
    expect(asWritten).toEqual({ amount: 'amount' })
    expect(amountsOf(read(records, { mapping: asWritten }))).toEqual(['209', '209', '1', '2'])
    expect(skip).toEqual({ skip: [{ column: 'kind', equals: 'void' }] })
    const [, mapping] = offersOf({ mapping: skip })
    expect(mapping.amount).toEqual({ column: 'amount', flag: 'kind', debitValues: ['refund'], creditValues: ['sale'] })
    const end = read(records, { mapping })
    expect(amountsOf(end)).toEqual(['209', '-209', '2'])
    expect(end.ok && end.summary.warnings).toContainEqual(
      expect.objectContaining({ code: 'skipped_entries', count: 1 }),
    )
  })

  it('is none where another amount has a minus, before it or behind it', () => {
    for (const amounts of [
      [5, 6, -7],
      [-7, 6, 5],
    ]) {
      const [first = 0, second = 0, third = 0] = amounts
      const refunds = recordsOfKind('type', ['refund', first], ['sale', second], ['refund', third])
      expect(amountsOf(read(refunds))).toEqual(amounts.map(String))
      const purchases = recordsOfKind('type', ['purchase', -7], ['', second], ['refund', 5])
      expect(amountsOf(read(purchases))).toEqual(['-7', '6', '5'])
    }
  })

  it.each(['fee', 'Adjustment', 'commission'])('stays where only a %s has a minus', (word) => {
    const end = read(recordsOfKind('type', ['sale', 5], [word, -1], ['refund', 5]))
    expect(codesOf(end)).toEqual(['undecided_sign type amount'])
  })

  it.each(['authorization', 'Authorisation', 'void', 'auth'])(
    'stays whatever the signs where no money may move: %s',
    (word) => {
      const end = read(recordsOfKind('kind', ['sale', 5], ['refund', -5], [word, 9]))
      expect(codesOf(end)).toEqual(['undecided_sign kind amount'])
      expect(detailsOf(end)).toContain(`{"skip":[{"column":"kind","equals":"${word}"}]}`)
    },
  )
})

describe.each(readers)('a word beside amounts without a sign, in %s', (_, read) => {
  it.each([
    ['status', 'refunded'],
    ['status', 'void'],
    ['card_type', 'debit'],
    ['payment_method', 'direct debit'],
    ['type', 'credit'],
    ['type', 'interest'],
    ['note2', 'refund of an order that was late'],
    ['reference', 'REFUND'],
    ['counterparty', 'Refund'],
  ])('is no question: %s %s', (name, word) => {
    expect(amountsOf(read(recordsOfKind(name, [word, 5], [word, 6])))).toEqual(['5', '6'])
  })

  it('is a question where a credit stands beside sales, or beside nothing', () => {
    const sales = recordsOfKind('type', ['sale', 5], ['credit', 6])
    expect(codesOf(read(sales))).toEqual(['undecided_sign type amount'])
    expect(detailsOf(read(sales))).toContain('"debitValues":["credit"]')
    const marked = recordsOfKind('mark', ['', 5], ['CR', 6])
    expect(detailsOf(read(marked))).toContain('"debitValues":[""],"creditValues":["CR"]')
  })

  it('is no question beside nothing, and where the caller names the amount', () => {
    expect(amountsOf(read(recordsOfKind('type', ['sale', 5], ['refund', 0])))).toEqual(['5', '0'])
    const mapping = { amount: 'amount' }
    expect(amountsOf(read(recordsOfKind('type', ['sale', 5], ['refund', 6]), { mapping }))).toEqual(['5', '6'])
    const negated = { amount: { column: 'amount', negate: true } }
    expect(amountsOf(read(recordsOfKind('type', ['refund', 6]), { mapping: negated }))).toEqual(['-6'])
  })
})

describe('records of JSON', () => {
  it('may name their movement in a member of a member', () => {
    const records = [{ date: day, amount: '5', about: { what: { kind: 'refund' } } }]
    for (const text of [JSON.stringify(records), JSON.stringify({ data: records })])
      expect(faultsOf(intakeOf(text, { format: jsonFormat }))).toEqual(['1 undecided_sign about.what.kind amount'])
    const mapping = { amount: { column: 'amount', flag: 'about.what.kind', debitValues: ['refund'] } }
    expect(recordsOf(intakeOf(JSON.stringify(records), { format: jsonFormat, mapping }))).toMatchObject([
      { amount: '-5' },
    ])
  })

  it('may name it among their attributes', () => {
    const line = (kind: string) => JSON.stringify({ amount: '5', date: day, attributes: { kind } })
    const lines = Array.from({ length: 40 }, () => line('sale'))
    expect(faultsOf(intakeOf([...lines, line('refund')].join('\n'), { format: 'ndjson' }))).toEqual([
      '41 undecided_sign attributes.kind amount',
    ])
  })

  it('are left out where the mapping says so, in every form that it may have', () => {
    const records = [
      { amount: 1, state: 'Pending' },
      { amount: 2, state: '' },
      { amount: 3, state: 'Booked', a: { b: 'Total of all' } },
      { amount: 4, state: 'Booked' },
    ]
    const skip = [
      { column: 'state', equals: 'pending' },
      { column: 'state', blank: true } as const,
      { column: 'a.b', starts: 'total' },
    ]
    for (const [format, text] of [
      ['ndjson', records.map((record) => JSON.stringify(record)).join('\n')],
      [jsonFormat, JSON.stringify(records)],
    ] as const) {
      const end = intakeOf(text, { format, mapping: { skip }, currency: 'EUR' })
      expect(recordsOf(end)).toMatchObject([{ amount: '4', status: 'Booked' }])
      expect(end).toMatchObject({ summary: { warnings: [{ code: 'skipped_entries', count: 3, firstLine: 1 }] } })
    }
  })
})

it('a column of any name is looked at in rows below, and a member that comes later', () => {
  const rows = Array.from({ length: 60 }, (_, index) => `2026-03-01,5,x${index}`)
  expect(faultsOf(intakeOf(['Date,Amount,Remark', ...rows, '2026-03-01,5,refund'].join('\n')))).toEqual([
    '62 undecided_sign Remark amount',
  ])
  const records = rows.map(() => ({ date: day, amount: 5 }))
  for (const name of ['type', 'kind', 'object'])
    for (const read of [ndjson, list])
      expect(codesOf(read([...records, { date: day, amount: 5, [name]: 'refund' }]))).toEqual([
        `undecided_sign ${name} amount`,
      ])
})

it.each([
  ['direction', 'outbound', 'inbound'],
  ['cashflow', 'MONEY_OUT', 'MONEY_IN'],
  ['type', 'sent', 'received'],
  ['kind', 'Outgoing', 'Incoming'],
])('a column %s of %s and %s says the sign', (name, out, back) => {
  for (const read of [csv, ndjson, list])
    expect(amountsOf(read(recordsOfKind(name, [out, 5], [back, 6])))).toEqual(['-5', '6'])
})

it('a column that tells both sides in the first rows needs no minus, and another word below is a fault', () => {
  const flags = Array.from({ length: 60 }, (_, index) => [index % 2 === 0 ? 'debit' : 'credit', 5] as const)
  for (const read of [csv, ndjson, list])
    expect(faultsOf(read(recordsOfKind('type', ...flags, ['refund', 5])))).toEqual([
      expect.stringMatching(/invalid_flag type amount$/),
    ])
})

it('a column of credits in the first rows asks of a refund below, whether a debit stood between or not', () => {
  const credits = Array.from({ length: 60 }, () => ['credit', 5] as const)
  for (const read of [csv, ndjson, list])
    for (const between of [[], [['debit', 7] as const]])
      expect(faultsOf(read(recordsOfKind('type', ...credits, ...between, ['refund', 5])))).toEqual([
        expect.stringMatching(/undecided_sign type amount$/),
      ])
})

it('is asked of the same rows, whether records are read as bytes or as objects', () => {
  const words = [
    'sale',
    'refund',
    '(Refund)',
    'RE-FUND',
    'd/r',
    'Chargeback',
    'void',
    'fee',
    'credit',
    '',
    'rücklastschrift',
  ]
  const pair = fc.tuple(fc.constantFrom(...words), fc.constantFrom('5', '-5', '0', ''))
  fc.assert(
    fc.property(
      fc.array(pair, { minLength: 1, maxLength: 8 }),
      fc.array(pair, { maxLength: 4 }),
      fc.constantFrom('type', 'what', 'description'),
      (first, last, name) => {
        const filler = Array.from({ length: 45 }, () => ['sale', '1'] as const)
        const records = recordsOfKind(name, ...first, ...filler, ...last)
        for (const read of [csv, ndjson, list]) expect(read(records)).toEqual(read(records, { isBytewise: false }))
      },
    ),
    { numRuns: caseCount },
  )
})
