import { describe, expect, it } from 'vitest'
import { bindCriterion } from '../../../../engine/rules/criteria/bound-criterion.ts'
import {
  criterionKinds,
  decidingMember,
  decidingMembers,
  refusedInGroup,
} from '../../../../engine/rules/criteria/criterion-kinds.ts'
import type { CriterionInput } from '../../../../engine/rules/language/written-form.ts'
import { isWritten, nameOf, type Sample, samples } from '../../support/criterion-samples.ts'
import { policyOf, tableOf } from '../../support/run.ts'

/** Each kind of criterion beside the answers that the compiler, the matcher and the result get from it. */

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
  return bindCriterion(compiled, { source: tableOf(sources, policy), target: tableOf(targets, policy) })
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
