import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { BreakLine } from '../../../engine/result/line.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { type Case, run } from '../support/run.ts'

/** Groups of open records that one criterion alone keeps apart. */

type Values = Omit<CanonicalRecord, 'id' | 'amount'>

const record = (id: string, amount: string, rest: Values = {}): CanonicalRecord => ({
  id,
  amount,
  currency: 'EUR',
  date: '2026-03-02',
  ...rest,
})

const slip: RuleInput = {
  id: 'slip',
  cardinality: 'n:1',
  match: [{ field: 'reference' }, { field: 'currency' }],
  sum: {},
}
const receipts = (reference: string, ...amounts: string[]): CanonicalRecord[] =>
  amounts.map((amount, index) => record(`s${index + 1}`, amount, { reference }))
const deposit = (amount: string, rest: Values = {}): CanonicalRecord =>
  record('t1', amount, { reference: '4712', date: '2026-03-03', ...rest })

/** What a record's break says of other records. */
function said(given: Case, id: string): Omit<BreakLine, 'kind' | 'source' | 'target' | 'cause'> {
  const line = run(given).breaks.find(({ source = [], target = [] }) => [...source, ...target].includes(id))
  if (line === undefined) throw new Error(`${id} is in no break`)
  const { kind: _, source: _source, target: _target, cause: _cause, ...rest } = line
  return rest
}

describe('a group of open records whose total is that of an open record', () => {
  const given = { source: receipts('4711', '60', '25', '15'), target: [deposit('100')], rules: [slip] }
  const failed = { rule: 'slip', field: 'reference' }

  it('is a part of that record, and says which criterion keeps them apart', () => {
    expect(said(given, 's2')).toEqual({
      reason: 'missing_in_target',
      failed,
      hint: 'one_character',
      candidates: [{ source: 's2', target: 't1' }],
      partOf: { side: 'target', id: 't1', total: '100', difference: '0' },
    })
  })

  it('is not shown beside a matched record that meets every criterion of a rule', () => {
    const match = [{ field: 'description' }, { field: 'currency' }, { field: 'amount' }, { field: 'date', days: 3 }]
    const rest = { description: 'INV-7', date: '2026-03-01' }
    const [first, ...others] = receipts('4711', '60', '25', '15')
    const source = [{ ...first, id: 's1', description: 'INV-7' }, ...others, record('s0', '60', rest)]
    const [other, target] = [{ description: 'INV-8' }, [deposit('100'), record('t0', '60', rest)]]
    const given = {
      source: [...source, record('s9', '7', other)],
      target: [...target, record('t9', '8', other)],
      rules: [{ id: 'pair', match }, slip],
    }
    expect(said(given, 's1')).toMatchObject({
      reason: 'missing_in_target',
      taken: [{ target: 't0' }],
    })
  })

  it('is named by that record, with its total and the first three of its records', () => {
    expect(said({ ...given, source: receipts('4711', '60', '25', '10', '5') }, 't1')).toEqual({
      reason: 'missing_in_source',
      failed,
      hint: 'one_character',
      candidates: ['s1', 's2', 's3'].map((source) => ({ source, target: 't1' })),
      total: '100',
    })
  })

  it('may miss it by what the tolerance of the sum allows', () => {
    const rules = [{ ...slip, sum: { tolerance: '0.5' } }]
    expect(said({ ...given, target: [deposit('99.6')], rules }, 's1').partOf).toMatchObject({ difference: '-0.4' })
    expect(said({ ...given, target: [deposit('99.4')], rules }, 's1')).toEqual({ reason: 'missing_in_target' })
  })

  it('is not shown where a second criterion fails, the days are far apart or unknown, or the amount is another', () => {
    const { date: _, ...undated } = deposit('100')
    const others = [
      deposit('100', { currency: 'USD' }),
      deposit('100', { date: '2026-03-17' }),
      deposit('100.01'),
      deposit('-100'),
      undated,
    ]
    for (const target of others)
      expect(said({ ...given, target: [target] }, 's1')).toEqual({ reason: 'missing_in_target' })
    expect(said({ ...given, target: [deposit('100', { date: '2026-03-16' })] }, 's1')).toMatchObject({ failed })
  })

  it('is not shown where two records fit it, or two groups the record', () => {
    const twoTargets = [deposit('100'), { ...deposit('100'), id: 't2', reference: '4713' }]
    expect(said({ ...given, target: twoTargets }, 's1')).toEqual({ reason: 'missing_in_target' })
    const again = receipts('4710', '70', '30').map((each) => ({ ...each, id: `${each.id}b` }))
    const twoGroups = { ...given, source: [...given.source, ...again] }
    expect(said(twoGroups, 's1')).toEqual({ reason: 'missing_in_target' })
    expect(said(twoGroups, 't1')).toEqual({ reason: 'missing_in_source' })
  })

  it('is not shown where a text is far from similar, though the account is the same', () => {
    const rules: RuleInput[] = [
      {
        id: 'office',
        select: 'subset',
        cardinality: 'n:1',
        match: [{ field: 'account' }, { field: 'reference', similarity: { method: 'levenshtein', min: '0.9' } }],
        sum: {},
      },
    ]
    const source = receipts('SLIP 4711', '60', '25', '15').map((each) => ({ ...each, account: 'A' }))
    const others = (id: string) => ({ ...record(id, '7', { reference: 'X' }), account: 'B' })
    const saidOf = (reference: string) => {
      const target = [deposit('100', { reference, account: 'A' }), others('t9')]
      return said({ source: [...source, others('s9')], target, rules }, 's1')
    }
    expect(saidOf('SLIP 4798').partOf).toMatchObject({ id: 't1' })
    expect(saidOf('BANK 20260303').partOf).toBeUndefined()
  })

  it('needs a key: records without one are no group', () => {
    const source = given.source.map(({ reference: _, ...each }) => each)
    expect(said({ ...given, source }, 's1')).toEqual({ reason: 'missing_in_target' })
  })

  it('comes before a single record of the same ground, and after one that shares a document', () => {
    const twin = { ...deposit('60'), id: 't2', reference: '9' }
    expect(said({ ...given, target: [deposit('100'), twin] }, 's1').partOf).toMatchObject({ id: 't1' })
    const number: RuleInput = { id: 'number', match: [{ field: 'attributes.number' }, { field: 'amount' }] }
    const withNumber = (each: CanonicalRecord, number: string) => ({ ...each, attributes: { number } })
    const source = given.source.map((each, index) => withNumber(each, String(index)))
    const target = [withNumber(deposit('100'), '7'), withNumber({ ...deposit('61'), id: 't2', reference: '9' }, '0')]
    const result = said({ source, target, rules: [number, slip] }, 's1')
    expect(result).toMatchObject({ failed: { rule: 'number', field: 'amount' } })
  })
})

describe('a group by a rule that selects subsets', () => {
  const batch: RuleInput = {
    id: 'batch',
    cardinality: 'n:1',
    select: 'subset',
    match: [{ field: 'account' }, { field: 'currency' }, { field: 'date', days: { before: 0, after: 3 } }],
    sum: {},
  }
  const office = (account: string, date: string): Values => ({ account, date })
  const source = [
    record('s1', '60', office('A', '2026-03-02')),
    record('s2', '25', office('A', '2026-03-02')),
    record('s3', '7', office('B', '2026-03-02')),
  ]

  it('may be of another day, or of another account', () => {
    const late = [record('t1', '85', office('A', '2026-03-11'))]
    expect(said({ source, target: late, rules: [batch] }, 's1')).toMatchObject({
      failed: { rule: 'batch', field: 'date', needs: { days: { before: 0, after: 9 } } },
      partOf: { id: 't1', difference: '0' },
    })
    const other = [record('t1', '85', office('C', '2026-03-03'))]
    expect(said({ source, target: other, rules: [batch] }, 't1')).toMatchObject({
      failed: { rule: 'batch', field: 'account' },
      total: '85',
    })
  })
})

describe('groups of several records on both sides', () => {
  const store: RuleInput = {
    id: 'store',
    cardinality: 'n:m',
    match: [{ field: 'reference' }, { field: 'date' }, { field: 'currency' }],
    sum: {},
  }
  const source = receipts('store-1', '60', '25')
  const target = [record('t1', '50'), record('t2', '35')].map((each) => ({
    ...each,
    date: '2026-03-04',
    reference: 'store-1',
  }))

  it('name records of one another with their total', () => {
    const given = { source, target, rules: [store] }
    expect(said(given, 's1')).toMatchObject({
      failed: { field: 'date' },
      total: '85',
      candidates: [{ target: 't1' }, {}],
    })
    expect(said(given, 't2')).toMatchObject({
      failed: { field: 'date' },
      total: '85',
      candidates: [{ source: 's1' }, {}],
    })
    expect(said(given, 's1')).not.toHaveProperty('partOf')
  })
})

describe('a group in another currency', () => {
  const source = [...receipts('4711', '60', '25'), record('s0', '1', { reference: '1' })]
  const dollars = (reference: string) => [
    deposit('92.14', { currency: 'USD', reference }),
    record('t0', '2', { reference: '2' }),
  ]

  it('is shown only where a document tells which record it belongs to, and without a difference', () => {
    expect(said({ source, target: dollars('4711'), rules: [slip] }, 's1')).toEqual({
      reason: 'missing_in_target',
      failed: { rule: 'slip', field: 'currency' },
      candidates: [{ source: 's1', target: 't1' }],
    })
    expect(said({ source, target: dollars('4712'), rules: [slip] }, 's1')).toEqual({ reason: 'missing_in_target' })
  })
})
