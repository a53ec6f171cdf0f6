import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attributePathCountMax } from '../../../engine/record/attributes.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { absentFieldCountMax } from '../../../engine/result/absent-fields.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { type Case, reconcileCase } from '../support/reconcile-case.ts'
import { sha256 } from '../support/sha256.ts'

const warningsOf = (given: Case) => reconcileCase(given, sha256).warnings
const details = (given: Case): readonly string[] => warningsOf(given).map(({ detail }) => detail)

const bank: readonly CanonicalRecord[] = [
  { id: 's1', amount: '1', currency: 'EUR', date: '2026-03-02', attributes: { endToEndId: 'E1', store: '7' } },
  { id: 's2', amount: '2', currency: 'EUR', attributes: { endToEndId: 'E2' } },
]
const ledger: readonly CanonicalRecord[] = [
  { id: 't1', amount: '1', currency: 'EUR', attributes: { end_to_end_id: 'E1', open: true } },
]
const under = (...rules: readonly RuleInput[]): Case => ({ source: bank, target: ledger, rules })
const exclude = (filter: NonNullable<NonNullable<RuleInput['where']>['source']>[number]): RuleInput => ({
  id: 'scope',
  action: 'exclude',
  where: { source: [filter] },
})

describe('a rule that reads a field', () => {
  it('which no record of a side has is told, with the nearest that there is', () => {
    expect(warningsOf(under({ id: 'e2e', match: [{ field: 'attributes.endToEndId' }] }))).toEqual([
      {
        code: 'absent_field',
        side: 'target',
        detail:
          'Rule e2e reads attributes.endToEndId, which no record of target has; the nearest it has is attributes.end_to_end_id.',
      },
    ])
  })

  it('which one record has is told of nothing', () => {
    const match = [{ sourceField: 'attributes.store', targetField: 'attributes.open' }, { field: 'date' }]
    expect(details(under({ match }))).toEqual(['Rule rule-1 reads date, which no record of target has.'])
  })

  it('in a filter is told of the side that the filter stands for', () => {
    expect(warningsOf(under(exclude({ field: 'attributes.stroe', op: 'eq', value: '7' })))).toEqual([
      {
        code: 'absent_field',
        side: 'source',
        detail:
          'Rule scope reads attributes.stroe, which no record of source has; the nearest it has is attributes.store.',
      },
    ])
  })

  it.each(['eq', 'in', 'lt', 'lte', 'gt', 'gte', 'present', 'contains'] as const)('with %s is told', (op) => {
    const value = op === 'present' ? {} : { value: op === 'in' ? ['7'] : '7' }
    expect(warningsOf(under(exclude({ field: 'attributes.stroe', op, ...value })))).toHaveLength(1)
  })

  it.each(['absent', 'ne', 'nin', 'not_contains'] as const)(
    'with %s, which holds on an absent value, is told of nothing',
    (op) => {
      const value = op === 'absent' ? {} : { value: op === 'nin' ? ['7'] : '7' }
      expect(warningsOf(under(exclude({ field: 'attributes.stroe', op, ...value })))).toEqual([])
    },
  )

  it.each(['skip', 'match'] as const)('that may be absent, by nulls %s, is told of nothing', (nulls) => {
    const match = [{ field: 'amount' }, { field: 'attributes.stroe', nulls }]
    expect(warningsOf(under({ match }))).toEqual([])
  })

  it('in a term of a sum is told, also as what a percentage is of', () => {
    const source = [{ field: 'gross' }, { percent: '-2.9', of: 'attributes.nett' }, { fixed: '1' }]
    const rule: RuleInput = { id: 'net', match: [{ field: 'currency' }, { field: 'id' }], sum: { source } }
    expect(details(under(rule))).toEqual([
      'Rule net reads gross, which no record of source has.',
      'Rule net reads attributes.nett, which no record of source has.',
    ])
  })

  it('in a term with a default is told of nothing', () => {
    const sum = { source: [{ field: 'amount' }, { field: 'fee', times: -1 as const, default: '0' }] }
    expect(warningsOf(under({ match: [{ field: 'id' }], sum }))).toEqual([])
  })

  it('in several places is told once for each side', () => {
    const where = { target: [{ field: 'reference', op: 'present' as const }] }
    const match = [{ field: 'reference' }, { sourceField: 'reference', targetField: 'id' }]
    expect(warningsOf(under({ where, match })).map(({ side }) => side)).toEqual(['source', 'target'])
  })
})

describe('warnings of absent fields', () => {
  const reads = (field: string): RuleInput => ({ match: [{ field }] })

  it('leave out rules that are not enabled', () => {
    expect(warningsOf(under({ ...reads('reference'), enabled: false }))).toEqual([])
  })

  it('leave out a side that has no records', () => {
    expect(warningsOf({ source: [], target: ledger, rules: [reads('reference')] }).map(({ side }) => side)).toEqual([
      'target',
    ])
  })

  it('leave out the amount and the currency that a rule implies', () => {
    const rules: RuleInput[] = [{ match: [{ field: 'id' }] }]
    expect(warningsOf({ source: [{ id: 's', gross: '1' }], target: [{ id: 't', net: '1' }], rules })).toEqual([])
  })

  it('of the built-in policy leave out a reference, without which its last rule does, unless it has another name', () => {
    const side = (id: string, attributes: CanonicalRecord['attributes'] = {}): readonly CanonicalRecord[] => [
      { id, amount: '1', date: '2026-03-02', attributes },
    ]
    const source = side('s', { payment_reference: 'R1' })
    expect(details({ source, target: side('t'), rules: [] })).toEqual([
      'Rule reference reads reference, which no record of source has; the nearest it has is attributes.payment_reference.',
    ])
    expect(details({ source, target: [{ id: 't', amount: '1', reference: 'R1' }], rules: [] }).slice(1)).toEqual([
      'Rule id reads date, which no record of target has.',
      'Rule amount-date reads date, which no record of target has.',
    ])
  })

  it('are of the first rules when there are too many', () => {
    const rules = Array.from({ length: 15 }, (_, index) => ({ ...reads('reference'), id: `r${index}` }))
    const warnings = warningsOf(under(...rules))
    expect(warnings).toHaveLength(absentFieldCountMax)
    expect(warnings.at(-1)).toMatchObject({ side: 'target', detail: expect.stringMatching(/^Rule r9 /) })
  })

  it('change nothing of the result', () => {
    const alike = reconcileCase(under(reads('attributes.endToEndId')), sha256)
    const other = reconcileCase(
      { ...under(reads('attributes.endToEndId')), target: [{ id: 't1', amount: '1', currency: 'EUR' }] },
      sha256,
    )
    expect(alike.warnings).not.toEqual(other.warnings)
    expect(alike.resultRoot).toBe(other.resultRoot)
  })

  it('are the same in whatever order the records come', () => {
    const names = Array.from(
      { length: attributePathCountMax + 40 },
      (_, index) => `name${String(index).padStart(3, '0')}`,
    )
    const target = names.map((name, index): CanonicalRecord => ({ id: `t${index}`, attributes: { [name]: 'x' } }))
    const rules = [reads('attributes.nane005'), reads('attributes.nane239')]
    const expected = [
      'Rule rule-1 reads attributes.nane005, which no record of target has; the nearest it has is attributes.name005.',
      'Rule rule-2 reads attributes.nane239, which no record of target has; the nearest it has is attributes.name039.',
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray([...target], { minLength: target.length }), (shuffled) => {
        expect(details({ source: [], target: shuffled, rules })).toEqual(expected)
      }),
      { numRuns: 20 },
    )
  })
})
