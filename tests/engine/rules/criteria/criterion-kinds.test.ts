import { describe, expect, it } from 'vitest'
import type { CanonicalRecord, CriterionInput, RuleInput } from '../../../../engine/index.ts'
import { bindCriterion } from '../../../../engine/rules/criteria/bound-criterion.ts'
import type { CriterionKind } from '../../../../engine/rules/criteria/criterion-kind.ts'
import {
  criterionKinds,
  decidingMember,
  decidingMembers,
  refusedInGroup,
} from '../../../../engine/rules/criteria/criterion-kinds.ts'
import { policyOf, tableOf } from '../../support/run.ts'

/** Each kind of criterion beside the answers that the compiler, the matcher and the result get from it. */

interface Sample {
  readonly criterion?: CriterionInput
  readonly sum?: RuleInput['sum']
  readonly cardinality?: RuleInput['cardinality']
  /** A pair of values that holds although it differs as much as the kind allows, where any may; else an equal one. */
  readonly pair: readonly [Partial<CanonicalRecord>, Partial<CanonicalRecord>]
  readonly other: Partial<CanonicalRecord>
  readonly blocking: string | undefined
  readonly rank: number | undefined
  readonly deviation: object
  readonly evidence: string
  readonly mismatch: string | undefined
  readonly matchType: CriterionKind['matchType']
}

const text = { blocking: 'key', rank: undefined, deviation: {}, evidence: 'exact', mismatch: undefined } as const
const amount = { mismatch: 'amount_mismatch' } as const
const date = { mismatch: 'date_mismatch' } as const
const reference = (value: string) => ({ reference: value })

const samples = new Map<string, Sample>([
  [
    'text equals',
    {
      ...text,
      criterion: { field: 'reference', normalize: ['upper'] },
      pair: [reference('inv-7'), reference('INV-7')],
      other: reference('INV-8'),
      matchType: 'normalized',
    },
  ],
  [
    'text similar',
    {
      ...text,
      criterion: { field: 'reference', similarity: { method: 'levenshtein', min: '0.75' } },
      pair: [reference('abcd'), reference('abcx')],
      other: reference('wxyz'),
      blocking: 'index',
      rank: 2_500,
      evidence: 'low',
      matchType: 'similar',
    },
  ],
  [
    'text contains',
    {
      ...text,
      criterion: { field: 'reference', op: 'contains' },
      pair: [reference('INV-1000'), reference('paid INV-1000')],
      other: reference('INV-10001'),
      blocking: undefined,
      evidence: 'high',
      matchType: 'contains',
    },
  ],
  [
    'text starts',
    {
      ...text,
      criterion: { field: 'reference', op: 'starts' },
      pair: [reference('INV-2026-000107'), reference('INV-2026-0001')],
      other: reference('INV-2026-0002'),
      blocking: 'part',
      evidence: 'high',
      matchType: 'starts',
    },
  ],
  [
    'text ends',
    {
      ...text,
      criterion: { field: 'reference', op: 'ends', min: 4 },
      pair: [reference('0017'), reference('RE-0017')],
      other: reference('RE-0018'),
      blocking: 'part',
      evidence: 'high',
      matchType: 'ends',
    },
  ],
  [
    'text listed',
    {
      ...text,
      criterion: { field: 'reference', op: 'listed' },
      cardinality: '1:n',
      sum: {},
      pair: [reference('INV-7; INV-8.'), reference('INV-8')],
      other: reference('INV'),
      blocking: 'list',
      evidence: 'high',
      matchType: 'listed',
    },
  ],
  [
    'decimal equals',
    {
      ...amount,
      criterion: { field: 'amount', sign: 'opposite' },
      pair: [{ amount: '5' }, { amount: '-5' }],
      other: { amount: '5' },
      blocking: 'key',
      rank: undefined,
      deviation: {},
      evidence: 'exact',
      matchType: 'normalized',
    },
  ],
  [
    'decimal near',
    {
      ...amount,
      criterion: { field: 'amount', tolerance: '0.05' },
      pair: [{ amount: '5' }, { amount: '4.96' }],
      other: { amount: '4.94' },
      blocking: 'window',
      rank: 4,
      deviation: { difference: '-0.04' },
      evidence: 'medium',
      matchType: 'tolerance',
    },
  ],
  [
    'date equals',
    {
      ...date,
      criterion: { field: 'date' },
      pair: [{ date: '2026-03-01' }, { date: '2026-03-01' }],
      other: { date: '2026-03-02' },
      blocking: 'key',
      rank: undefined,
      deviation: {},
      evidence: 'exact',
      matchType: 'normalized',
    },
  ],
  [
    'date near',
    {
      ...date,
      criterion: { field: 'date', days: { before: 0, after: 4 } },
      pair: [{ date: '2026-03-01' }, { date: '2026-03-03' }],
      other: { date: '2026-02-28' },
      blocking: 'window',
      rank: 2,
      deviation: { days: 2 },
      evidence: 'high',
      matchType: 'window',
    },
  ],
  [
    'date near by a calendar',
    {
      ...date,
      criterion: { field: 'date', businessDays: { from: 1, to: 3 }, calendar: 'gb' },
      pair: [{ date: '2026-04-02' }, { date: '2026-04-08' }],
      other: { date: '2026-04-06' },
      blocking: 'window',
      rank: 2,
      deviation: { days: 2 },
      evidence: 'high',
      matchType: 'window',
    },
  ],
  [
    'decimal transposed',
    {
      ...amount,
      criterion: { field: 'amount', op: 'transposed' },
      pair: [{ amount: '54' }, { amount: '45' }],
      other: { amount: '54' },
      blocking: undefined,
      rank: 9,
      deviation: { difference: '-9' },
      evidence: 'medium',
      matchType: 'transposed',
    },
  ],
  [
    'signs',
    {
      mismatch: undefined,
      pair: [{ amount: '-5' }, { amount: '-7' }],
      other: { amount: '5' },
      blocking: undefined,
      rank: undefined,
      deviation: {},
      evidence: 'exact',
      matchType: 'normalized',
    },
  ],
  [
    'decimal sum exact',
    {
      ...amount,
      sum: { source: [{ field: 'gross' }, { field: 'fee', times: -1 }] },
      pair: [{ gross: '5', fee: '1' }, { amount: '4' }],
      other: { amount: '5' },
      blocking: 'key',
      rank: undefined,
      deviation: {},
      evidence: 'exact',
      matchType: 'normalized',
    },
  ],
  [
    'decimal sum near',
    {
      ...amount,
      sum: { source: [{ field: 'gross' }], tolerance: '1' },
      pair: [{ gross: '5' }, { amount: '6' }],
      other: { amount: '7' },
      blocking: 'window',
      rank: 1,
      deviation: { difference: '1' },
      evidence: 'high',
      matchType: 'tolerance',
    },
  ],
])

const isWritten = ({ op }: CriterionKind): boolean => op !== 'sum' && op !== 'sign'

function nameOf(kind: CriterionKind): string {
  const { type, op, rank } = kind
  if (op === 'sign') return 'signs'
  if (op === 'sum') return `${type} sum ${rank === undefined ? 'exact' : 'near'}`
  return decidingMember(kind)?.name === 'businessDays' ? `${type} ${op} by a calendar` : `${type} ${op}`
}

/** The criterion of a sample, bound to a source record and two targets: one that holds and one that does not. */
function boundOf({ criterion, sum, cardinality, pair: [source, target], other }: Sample) {
  const policy = policyOf([
    {
      match: [...(criterion === undefined ? [] : [criterion]), { field: 'account' }],
      ignoreAmount: true,
      crossCurrency: true,
      ...(sum && { sum }),
      ...(cardinality && { cardinality }),
    },
  ])
  const compiled = policy.compiled[0]?.criteria.at(criterion === undefined ? -1 : 0)
  if (compiled === undefined) throw new Error('The rule has the criterion of the sample')
  const currency = 'EUR'
  const [sources, targets] = [
    [{ id: 's', currency, ...source }],
    [target, other].map((each, index) => ({ id: `t${index}`, currency, ...each })),
  ]
  return bindCriterion(compiled, tableOf(sources, policy), tableOf(targets, policy))
}

describe.each(criterionKinds.map((kind) => ({ name: nameOf(kind), kind })))('the kind $name', ({ name, kind }) => {
  const sample = samples.get(name)
  if (sample === undefined) throw new Error(`The kind ${name} has no sample`)
  const bound = boundOf(sample)

  it('is that of its criteria, and compares their values', () => {
    expect(bound.criterion.kind).toBe(kind)
    expect([bound.verdict(0, 0), bound.verdict(0, 1)]).toEqual(['holds', 'fails'])
  })

  it('bounds the pairs to look at as it says', () => {
    expect(bound.criterion.blocking).toBe(sample.blocking)
    expect(bound.layers !== undefined).toBe(sample.blocking === 'index')
    const parts = [bound.sourceValue(0), bound.targetValue(0)].map(
      (value) => value !== undefined && bound.keyPart(value),
    )
    if (sample.blocking !== undefined) expect(parts[0]).toBe(parts[1])
  })

  it('reaches every target that holds, where it is a window', () => {
    if (sample.blocking !== 'window') return
    const [reach, value] = [bound.reach(0), bound.targetValue(0)]
    expect(reach && Number(reach.from) <= Number(value) && Number(value) <= Number(reach.to)).toBe(true)
  })

  it('ranks, writes and grades a pair that holds', () => {
    expect(kind.rank === undefined ? undefined : bound.rank(0, 0)).toBe(sample.rank)
    expect(bound.deviation(0, 0)).toEqual(sample.deviation)
    expect(bound.evidence(0, 0)).toBe(sample.evidence)
    expect(kind.matchType).toBe(sample.matchType)
  })

  it('gives the reason of a near miss', () => {
    expect(kind.mismatch(bound.criterion)).toBe(sample.mismatch)
  })
})

it('names the currency where two texts of it differ', () => {
  const currency = { sourceField: 'currency', targetField: 'attributes.iso' }
  const reasons = criterionKinds.filter(({ type }) => type === 'text').map((kind) => kind.mismatch(currency))
  expect(reasons.length).toBeGreaterThan(0)
  expect(new Set(reasons)).toEqual(new Set(['currency_mismatch']))
})

it('tells every kind that callers write from every other by type, op and the member that decides it', () => {
  const written = criterionKinds.filter(isWritten).map(nameOf)
  expect(new Set(written).size).toBe(written.length)
})

it('has one kind for each member that decides one, and a fault for two such members', () => {
  const decided = criterionKinds.filter(isWritten).flatMap((kind) => decidingMember(kind) ?? [])
  expect(new Set(decided).size).toBe(decided.length)
  expect(decidingMembers.slice(1).every(({ decides }) => decides?.clash !== undefined)).toBe(true)
})

it.each<[string | undefined, CriterionInput]>([
  ['similarity', { field: 'reference', op: 'contains', similarity: { method: 'trigram', min: '0.9' } }],
  ['op', { field: 'reference', op: 'contains' }],
  ['op', { field: 'reference', op: 'starts', min: 20 }],
  ['op', { field: 'reference', op: 'similar' }],
  ['op', { field: 'amount', op: 'transposed' }],
  [undefined, { field: 'amount', tolerance: '1' }],
])('names %s as the member for which a criterion may not stand in a group', (member, input) => {
  expect(refusedInGroup(input)).toBe(member)
})
