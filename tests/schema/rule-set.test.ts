import { compileRules } from '@tallystick/engine/rules'
import { describe, expect, it } from 'vitest'
import { check } from '../../schema/problem.ts'
import { rulesSchema } from '../../schema/rule-set.ts'

const rules = rulesSchema(compileRules)

function refusals(given: unknown): string[] {
  const result = check(rules, given)
  return result.ok ? [] : result.faults.map(({ pointer, code }) => `${pointer} ${code}`)
}

function effective(given: unknown) {
  const result = check(rules, given)
  if (!result.ok) throw new Error(JSON.stringify(result.faults))
  return result.value
}

const reference = { field: 'reference' }
const rule = { match: [reference] }

describe('the rules of a run come', () => {
  it('empty, for default@2', () => {
    expect(effective([]).policyId).toBe('default@2')
  })

  it('as criteria of one rule, as the playground sends them', () => {
    const policy = effective([{ field: 'amount', tolerance: 0.01 }, reference])
    expect(policy.rules).toHaveLength(1)
    expect(policy.rules[0]).toMatchObject({
      id: 'rule-1',
      match: [{ field: 'amount', tolerance: '0.01' }, reference, { field: 'currency' }],
    })
  })

  it('as rules in their order of priority', () => {
    expect(effective([rule, { id: 'b', ...rule }]).rules.map(({ id }) => id)).toEqual(['rule-1', 'b'])
  })

  it('with every member that is executed', () => {
    const full = {
      id: 'a-1_b',
      name: 'A rule',
      enabled: true,
      action: 'match',
      cardinality: '1:1',
      where: {
        source: [{ field: 'type', op: 'in', value: ['x', 'y'] }],
        target: [{ field: 'amount', op: 'gt', value: 1 }],
      },
      match: [
        {
          ...reference,
          op: 'equals',
          normalize: ['trim', { strip: ['GMBH'] }, { extract: 'INV-######' }],
          nulls: 'fail',
        },
        {
          field: 'amount',
          op: 'near',
          tolerance: { absolute: '1', percent: 2, of: 'smaller', combine: 'all' },
          sign: 'opposite',
        },
        { field: 'date', days: { before: 0, after: 1 } },
        { sourceField: 'description', targetField: 'reference', op: 'contains', nulls: 'skip' },
      ],
      assign: 'most',
      ambiguous: 'defer',
      confidence: 'high',
      variance: 'discount',
      ignoreAmount: false,
      crossCurrency: true,
    }
    expect(refusals([full])).toEqual([])
  })

  it('with the limits of a subset, from 2 to 8 records of 2 to 32', () => {
    const subset = (limits: object) => ({ ...rule, cardinality: '1:n', select: 'subset', sum: {}, limits })
    const given = [{}, { maxItems: 2, maxCandidates: 2 }, { maxItems: 8, maxCandidates: 32 }].map(subset)
    expect(effective(given).rules.map(({ limits }) => limits)).toEqual([
      { maxItems: 6, maxCandidates: 24 },
      { maxItems: 2, maxCandidates: 2 },
      { maxItems: 8, maxCandidates: 32 },
    ])
  })
})

describe('a mixture of forms is refused at the first element that differs', () => {
  it.each<[string, readonly unknown[], string]>([
    ['a rule after a criterion', [reference, rule, reference], '/1'],
    ['a criterion after rules', [rule, rule, reference], '/2'],
    ['a criterion of two fields after a rule', [rule, { sourceField: 'id', targetField: 'reference' }], '/1'],
  ])('%s', (_what, given, pointer) => {
    expect(refusals(given)).toEqual([`${pointer} mixed_forms`])
  })
})

describe('an unknown member is refused where it stands', () => {
  it.each<[unknown, string]>([
    [{ ...rule, weight: 2 }, '/0/weight'],
    [{ match: [{ field: 'amount', tolerence: 1 }] }, '/0/match/0/tolerence'],
    [{ match: [{ field: 'amount', tolerance: { absolute: 1, procent: 2 } }] }, '/0/match/0/tolerance'],
    [{ match: [{ field: 'date', days: { before: 1, afterwards: 1 } }] }, '/0/match/0/days'],
    [{ ...rule, where: { both: [] } }, '/0/where/both'],
    [{ ...rule, where: { source: [{ field: 'type', op: 'present', not: true }] } }, '/0/where/source/0/not'],
    [{ match: [{ ...reference, normalize: [{ replace: 'x' }] }] }, '/0/match/0/normalize/0'],
    [{ ...rule, 'a/b~c': 1 }, '/0/a~1b~0c'],
    [{ match: [reference], field: 'amount' }, '/0/field'],
  ])('in %j', (given, pointer) => {
    const found = refusals([given])
    expect(found.length).toBeGreaterThan(0)
    for (const each of found) expect(each.startsWith(pointer)).toBe(true)
  })

  it('in the criteria form as well', () => {
    expect(refusals([reference, { field: 'amount', tolerence: 1 }])).toEqual(['/1/tolerence unknown_member'])
  })
})

describe('a value of the wrong shape is refused', () => {
  it.each<[unknown, string]>([
    [{ ...rule, id: 'Upper' }, '/0/id'],
    [{ ...rule, id: '-a' }, '/0/id'],
    [{ ...rule, id: 'a'.repeat(65) }, '/0/id'],
    [{ ...rule, name: 'x'.repeat(201) }, '/0/name'],
    [{ ...rule, enabled: 'yes' }, '/0/enabled'],
    [{ ...rule, cardinality: '2:1' }, '/0/cardinality'],
    [{ ...rule, ambiguous: 'random' }, '/0/ambiguous'],
    [{ ...rule, confidence: 'certain' }, '/0/confidence'],
    [{ ...rule, select: 'all' }, '/0/select'],
    [{ ...rule, assign: 'fewest' }, '/0/assign'],
    [{ ...rule, limits: 6 }, '/0/limits'],
    [{ ...rule, limits: { maxItems: 1 } }, '/0/limits/maxItems'],
    [{ ...rule, limits: { maxItems: 9 } }, '/0/limits/maxItems'],
    [{ ...rule, limits: { maxItems: 2.5 } }, '/0/limits/maxItems'],
    [{ ...rule, limits: { maxCandidates: 1 } }, '/0/limits/maxCandidates'],
    [{ ...rule, limits: { maxCandidates: 33 } }, '/0/limits/maxCandidates'],
    [{ ...rule, limits: { maxItems: 2, most: 3 } }, '/0/limits/most'],
    [{ ...rule, sum: { source: [] } }, '/0/sum/source'],
    [{ ...rule, sum: { source: [{ field: 'amount', times: 2 }] } }, '/0/sum/source/0/times'],
    [{ ...rule, sum: { target: [{ percent: '1', of: 'amount', off: 1 }] } }, '/0/sum/target/0/off'],
    [{ ...rule, variance: 'luck' }, '/0/variance'],
    [{ match: [] }, '/0/match'],
    [{ match: Array.from({ length: 13 }, () => reference) }, '/0/match'],
    [{ match: [{ ...reference, nulls: 'ignore' }] }, '/0/match/0/nulls'],
    [{ match: [{ ...reference, normalize: ['lower'] }] }, '/0/match/0/normalize/0'],
    [{ match: [{ ...reference, normalize: [{ extract: '##', take: 0 }] }] }, '/0/match/0/normalize/0'],
    [{ match: [{ ...reference, normalize: [{ extract: '##', take: 'second' }] }] }, '/0/match/0/normalize/0'],
    [{ match: [{ ...reference, normalize: [{ before: '' }] }] }, '/0/match/0/normalize/0'],
    [{ match: [{ ...reference, normalize: [{ before: '/', after: '/' }] }] }, '/0/match/0/normalize/0'],
    [{ match: [{ ...reference, normalize: [{ lookup: 'a', otherwise: 'drop' }] }] }, '/0/match/0/normalize/0'],
    [{ match: [{ ...reference, normalize: [{ strip: Array(1_001).fill('A') }] }] }, '/0/match/0/normalize/0'],
    [{ match: [{ ...reference, op: 'starts', min: 3 }] }, '/0/match/0/min'],
    [{ match: [{ ...reference, op: 'ends', min: 257 }] }, '/0/match/0/min'],
    [{ ...rule, where: { source: [{ field: 'amount', op: 'eq', value: 1, abs: 1 }] } }, '/0/where/source/0/abs'],
    [{ ...rule, action: 'advise' }, '/0/action'],
    [
      { match: [{ field: 'description', similarity: { method: 'soundex', min: '0.8' } }] },
      '/0/match/0/similarity/method',
    ],
    [{ match: [{ field: 'description', similarity: { method: 'trigram' } }] }, '/0/match/0/similarity/min'],
    [{ match: [{ field: 'description', similarity: 0.8 }] }, '/0/match/0/similarity'],
    [{ match: [{ field: 'date', days: -1 }] }, '/0/match/0/days'],
    [{ match: [{ field: 'date', days: 1.5 }] }, '/0/match/0/days'],
    [{ match: [{ field: 'amount', tolerance: { percent: 1, of: 'both' } }] }, '/0/match/0/tolerance'],
    [{ ...rule, where: { source: [{ field: 'type', op: 'matches', value: 'x' }] } }, '/0/where/source/0/op'],
    [7, '/0'],
    [null, '/0'],
  ])('in %j', (given, pointer) => {
    const found = refusals([given])
    expect(found.length).toBeGreaterThan(0)
    for (const each of found) expect(each.startsWith(pointer)).toBe(true)
  })

  it.each([[{}], ['none'], [null]])('when it is no array: %j', (given) => {
    expect(refusals(given)).toHaveLength(1)
  })
})

it('takes 50 rules and refuses 51', () => {
  const many = (count: number) => Array.from({ length: count }, () => rule)
  expect(refusals(many(50))).toEqual([])
  expect(refusals(many(51))).toHaveLength(1)
})

it('takes 12 criteria and refuses 13, in the criteria form', () => {
  const many = (count: number) => Array.from({ length: count }, () => reference)
  expect(refusals(many(12))).toEqual([])
  expect(refusals(many(13))).toHaveLength(1)
})
