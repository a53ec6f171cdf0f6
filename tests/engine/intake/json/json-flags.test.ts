import { describe, expect, it } from 'vitest'
import { jsonFormat } from '../../../../engine/intake/json/json-file.ts'
import { faultsOf, intakeOf, type Options, recordsOf } from '../read.ts'

type JsonRecord = { readonly [name: string]: unknown }

const ndjson = (records: readonly JsonRecord[], options: Options = {}) =>
  intakeOf(records.map((record) => `${JSON.stringify(record)}\n`).join(''), { format: 'ndjson', ...options })
const list = (records: readonly JsonRecord[], options: Options = {}) =>
  intakeOf(JSON.stringify(records), { format: jsonFormat, ...options })

const day = { date: '2026-03-31' }

describe.each([
  ['NDJSON', ndjson],
  ['a list of JSON', list],
] as const)('amounts without a sign in %s', (_, read) => {
  const amountsOf = (records: readonly JsonRecord[], options: Options = {}) =>
    recordsOf(read(records, options)).map(({ amount }) => amount)

  it.each([
    ['type', 'debit', 'credit'],
    ['transactionType', 'DEBIT', 'CREDIT'],
    ['transaction_type', 'Debit', 'Credit'],
    ['direction', 'out', 'in'],
    ['creditDebitIndicator', 'DBIT', 'CRDT'],
    ['credit_debit_indicator', 'DBIT', 'CRDT'],
    ['debitCredit', 'D', 'C'],
    ['drCr', 'DR', 'CR'],
  ])('take it from what stands beside them: %s', (name, debit, credit) => {
    expect(amountsOf([{ ...day, amount: 5, [name]: debit }])).toEqual(['-5'])
    const both = [
      { bookingDate: '2026-03-31', transactionAmount: '5.50', [name]: debit },
      { bookingDate: '2026-03-31', transactionAmount: '6.50', [name]: credit },
    ]
    expect(amountsOf(both)).toEqual(['-5.5', '6.5'])
    const many = Array.from({ length: 40 }, (__, index) => ({ ...day, amount: 5, [name]: index % 2 ? credit : debit }))
    expect(amountsOf(many).slice(38)).toEqual(['-5', '5'])
  })

  it('leave the type as it is', () => {
    const types = recordsOf(read([{ ...day, amount: 5, type: 'debit' }])).map(({ type }) => type)
    expect(types).toEqual(['debit'])
    const named = recordsOf(read([{ ...day, amount: 5, transactionType: 'debit' }])).map(({ type }) => type)
    expect(named).toEqual(['debit'])
  })

  it.each([
    ['of debits with a minus', [-5, 'debit'], [6, 'credit'], ['-5', '6']],
    ['beside words of neither side', [5, 'transfer'], [6, 'card'], ['5', '6']],
    ['beside one letter', [5, 'D'], [6, 'D'], ['5', '6']],
  ])('are as they are written %s', (__, [amount, type], [next, other], expected) => {
    expect(
      amountsOf([
        { ...day, amount, type },
        { ...day, amount: next, type: other },
      ]),
    ).toEqual(expected)
  })

  it('are as the mapping says', () => {
    expect(amountsOf([{ ...day, value: 5, type: 'debit' }], { mapping: { amount: 'value' } })).toEqual(['5'])
    const mapping = { amount: { column: 'value', flag: 'way', debitValues: ['sent'] } }
    expect(amountsOf([{ ...day, value: 5, way: 'sent' }], { mapping })).toEqual(['-5'])
  })

  it('are a question where another word stands beside them below debits', () => {
    const records = [
      ...Array<JsonRecord>(30).fill({ ...day, amount: 5, type: 'debit' }),
      { ...day, amount: 6, type: 'x' },
    ]
    expect(faultsOf(read(records))).toEqual([expect.stringMatching(/invalid_flag type amount$/)])
  })
})
