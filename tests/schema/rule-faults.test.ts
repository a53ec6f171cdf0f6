import { compileRules } from '@tallystick/engine/rules'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { criterionSchema } from '../../schema/criterion.ts'
import { check } from '../../schema/problem.ts'
import { ruleSchema, sum } from '../../schema/rule.ts'
import { rulesSchema } from '../../schema/rule-set.ts'

const rules = rulesSchema(compileRules)

function refusals(given: unknown): string[] {
  const result = check(rules, given)
  return result.ok ? [] : result.faults.map(({ pointer, code }) => `${pointer} ${code}`)
}

function details(given: unknown): string[] {
  const result = check(rules, given)
  return result.ok ? [] : result.faults.map(({ pointer, detail }) => `${pointer} ${detail}`)
}

const reference = { field: 'reference' }
const rule = { match: [reference] }

describe('rules are checked in two stages:', () => {
  it('all faults of shape, of every rule and criterion, and no fault of meaning beside them', () => {
    const given = [
      { match: [{ field: 'amount', tolerence: 1 }, { field: 'date', days: 'two' }, { field: 'amont' }] },
      { ...rule, assign: 'fewest' },
      { id: 'x', match: [{ field: 'currency' }], ignoreAmount: true },
      { id: 'x', match: [reference] },
    ]
    expect(refusals(given)).toEqual([
      '/0/match/0/tolerence unknown_member',
      expect.stringMatching(/^\/0\/match\/1\/days /),
      expect.stringMatching(/^\/1\/assign /),
    ])
  })

  it('all faults of meaning, of every rule and criterion, once the shape is right', () => {
    const given = [
      { match: [{ field: 'amount', tolerance: 1 }, { field: 'date', days: 2 }, { field: 'amont' }] },
      { match: [{ field: 'amont' }, { field: 'amount', tolerance: '-1' }] },
      { id: 'x', match: [{ field: 'currency' }], ignoreAmount: true },
      { id: 'x', match: [reference] },
    ]
    expect(refusals(given)).toEqual([
      '/0/match/2/field unknown_field',
      '/1/match/0/field unknown_field',
      '/1/match/1/tolerance invalid_value',
      '/2 no_blocking_key',
      '/3/id repeated_id',
    ])
  })

  it('all criteria of one rule as well', () => {
    const amount = { field: 'amount', tolerance: '-1' }
    expect(refusals([{ ...amount, weight: 2 }, { field: 7 }])).toEqual([
      '/0/weight unknown_member',
      '/1/field invalid_type',
    ])
    expect(refusals([amount, { field: 'amont' }])).toEqual(['/0/tolerance invalid_value', '/1/field unknown_field'])
  })

  it('that there are too many criteria, and what is wrong with their shape', () => {
    const many = Array.from({ length: 13 }, () => ({ ...reference, weight: 1 }))
    expect(details(many).slice(0, 2)).toEqual([
      ' Got 13 criteria, wanted at most 12',
      '/0/weight There is no such member here',
    ])
    expect(details(many)).toHaveLength(14)
  })
})

it.each([[], ['date'], 'closest', ['text', 'text', 'text', 'text', 'text']])('a rank of %j is refused', (rank) => {
  expect(refusals([{ ...rule, rank }])[0]).toMatch(/^\/0\/rank/)
})

describe('beside a fault of shape none of meaning is reported:', () => {
  const amount = { field: 'amount', tolerance: '-1' }
  it.each<[string, unknown, string]>([
    ['in the same criterion', { match: [{ field: 'amont', nulls: 'never' }] }, '/0/match/0/nulls'],
    ['an unknown member', { match: [{ ...amount, weight: 2 }] }, '/0/match/0/weight'],
    [
      'a step of normalize',
      { match: [{ field: 'reference', normalize: ['lower', { extract: 'ABC' }, { strip: [' '] }] }] },
      '/0/match/0/normalize/0',
    ],
    [
      'a filter',
      {
        where: {
          source: [
            { field: 'amount', op: 'eq' },
            { field: 'amount', op: 'like', value: 1 },
          ],
        },
        match: [reference],
      },
      '/0/where/source/1/op',
    ],
    ['the id of the rule', { id: 'Upper', match: [amount] }, '/0/id'],
    ['the id of a rule without criteria', { id: 'Upper' }, '/0/id'],
    ['the cardinality', { cardinality: '2:1', match: [amount] }, '/0/cardinality'],
    ['a misspelt cardinality', { cardinalty: '1:n', match: [amount] }, '/0/cardinalty'],
    ['the sum', { cardinality: '1:n', sum: { source: [] }, match: [amount] }, '/0/sum/source'],
    ['the criteria', { match: 'all', where: { source: [{ field: 'amont', op: 'present' }] } }, '/0/match'],
    [
      'a rule that excludes',
      { action: 'exclude', enabled: 1, where: { source: [{ field: 'amont', op: 'present' }] } },
      '/0/enabled',
    ],
  ])('%s', (_where, given, pointer) => {
    expect(refusals([given]).map((each) => each.split(' ')[0])).toEqual([pointer])
  })
})

describe('a fault of shape makes no other', () => {
  it.each<[unknown, string]>([
    [{ match: [{ field: 'date', days: 'two' }], ignoreAmount: true }, '/0/match/0/days'],
    [{ match: [{ field: 'amount', op: 'near', tolerance: [] }] }, '/0/match/0/tolerance'],
    [{ match: [{ field: 'amount', op: 'near', tolerence: 1 }] }, '/0/match/0/tolerence'],
    [{ match: [{ field: 7, tolerance: 1 }] }, '/0/match/0/field'],
    [{ match: [{ feild: 'amount', tolerance: 1 }] }, '/0/match/0/feild'],
    [{ ...rule, cardinality: '2:1', select: 'subset', limits: { maxItems: 3 } }, '/0/cardinality'],
    [{ ...rule, cardinality: '1:n', sum: 7, assign: 'closest' }, '/0/sum'],
    [{ action: 'exlude', where: { source: [{ field: 'type', op: 'present' }] } }, '/0/action'],
    [{ action: 'exclude', where: { source: 'all' } }, '/0/where/source'],
    [{ match: [], sum: { source: [{ field: 'amount' }] } }, '/0/match'],
  ])('in %j', (given, pointer) => {
    const found = refusals([given])
    expect(found).toHaveLength(1)
    expect(found[0]?.startsWith(`${pointer} `)).toBe(true)
  })
})

describe('every fault of shape of a rule is reported, in the order of the document:', () => {
  it.each<[string, unknown, readonly string[]]>([
    [
      'of a sum',
      {
        id: 'fees',
        cardinality: 'n:1',
        match: [reference],
        sum: {
          source: [
            { field: 'description' },
            { percent: 'abc', of: 'amount' },
            { fixd: '-0.30' },
            { field: 'fee', times: 2, default: 'none' },
          ],
          target: [],
          tolerance: { absolute: '-1', procent: 2 },
          sign: 'opposit',
        },
      },
      [
        '/0/sum/source/2/fixd unknown_member',
        '/0/sum/source/3/times invalid_union',
        '/0/sum/target too_small',
        '/0/sum/tolerance/procent unknown_member',
        '/0/sum/sign invalid_value',
      ],
    ],
    [
      'of its filters',
      {
        where: {
          source: [
            { field: 'amont', op: 'is', value: 1 },
            { field: 'amount', op: 'gt', value: 'much' },
          ],
          target: [{ field: 'date', op: 'eq', valeu: 'x' }, 7],
        },
        match: [reference],
      },
      [
        '/0/where/source/0/op invalid_value',
        '/0/where/target/0/valeu unknown_member',
        '/0/where/target/1 invalid_type',
      ],
    ],
    [
      'of its criteria',
      {
        match: [
          { field: 'description', similarity: { method: 'soundex', min: 'most' } },
          { field: 'amount', tolerance: { from: 'x', too: 1 }, sign: 'both' },
        ],
      },
      [
        '/0/match/0/similarity/method invalid_value',
        '/0/match/1/tolerance/too unknown_member',
        '/0/match/1/sign invalid_value',
      ],
    ],
    [
      'of an exclude rule',
      { action: 'exclude', confidence: 'high', assing: 'most', enabled: 1 },
      ['/0/assing unknown_member', '/0/enabled invalid_type'],
    ],
  ])('%s', (_what, given, wanted) => {
    expect(refusals([given])).toEqual(wanted)
  })
})

describe('every fault of meaning of a rule is reported, in the order of the document:', () => {
  it.each<[string, unknown, readonly string[]]>([
    [
      'of a sum',
      {
        id: 'fees',
        cardinality: 'n:1',
        match: [reference],
        sum: {
          source: [
            { field: 'description' },
            { percent: 'abc', of: 'amount' },
            { field: 'fee', times: -1, default: 'none' },
          ],
          tolerance: { absolute: '-1', combine: 'all' },
        },
      },
      [
        '/0/sum/source/0/field conflict',
        '/0/sum/source/1/percent invalid_value',
        '/0/sum/source/2/default invalid_value',
        '/0/sum/tolerance/absolute invalid_value',
        '/0/sum/tolerance/combine invalid_value',
      ],
    ],
    [
      'of a sum whose terms have members that do not go together',
      { match: [reference], sum: { source: [{ percent: 'x', of: 'id', fixed: 'y' }] } },
      [
        '/0/sum/source/0 conflict',
        '/0/sum/source/0/percent invalid_value',
        '/0/sum/source/0/of conflict',
        '/0/sum/source/0/fixed invalid_value',
      ],
    ],
    [
      'of its filters',
      {
        where: {
          source: [
            { field: 'amont', op: 'eq', value: 1 },
            { field: 'amount', op: 'gt', value: 'much' },
          ],
          target: [{ field: 'date', op: 'eq' }],
        },
        match: [reference],
      },
      ['/0/where/source/0/field unknown_field', '/0/where/source/1/value invalid_value', '/0/where/target/0 required'],
    ],
    [
      'of its criteria',
      {
        match: [
          { field: 'description', similarity: { method: 'trigram', min: 'most' } },
          { field: 'amount', tolerance: { from: 'x', to: 1 } },
          { field: 'reference', normalize: [{ extract: 'ABC' }, { strip: [' '] }] },
        ],
      },
      [
        '/0/match/0/similarity/min invalid_value',
        '/0/match/1/tolerance/from invalid_value',
        '/0/match/2/normalize/0 invalid_value',
        '/0/match/2/normalize/1 invalid_value',
      ],
    ],
    [
      'of an exclude rule, its own before those of its members',
      { action: 'exclude', confidence: 'high', assign: 'most' },
      ['/0 required', '/0/confidence conflict', '/0/assign conflict'],
    ],
  ])('%s', (_what, given, wanted) => {
    expect(refusals([given])).toEqual(wanted)
  })
})

it('reads whatever JSON stands in the place of a member, and reports each fault once', () => {
  const anything = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('amount', '1:n', 'exclude', '-1', 'equals'))
  const membersOf = (names: readonly string[], inner: fc.Arbitrary<unknown>) =>
    fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 4 })), inner, { maxKeys: 5 })
  const lists = fc.array(membersOf(['field', 'op', 'value', 'percent', 'of', 'fixed'], anything), { maxLength: 3 })
  const sums = membersOf(Object.keys(sum.shape), fc.oneof(anything, lists))
  const wheres = membersOf(['source', 'target'], fc.oneof(anything, lists))
  const criteria = fc.array(membersOf(Object.keys(criterionSchema.shape), anything), { maxLength: 3 })
  const member = fc.oneof(anything, sums, wheres, criteria)
  const given = fc.array(fc.oneof(anything, membersOf(Object.keys(ruleSchema.shape), member)), { maxLength: 3 })
  fc.assert(
    fc.property(given, (document) => {
      const faults = details(document)
      expect(new Set(faults).size).toBe(faults.length)
    }),
    { numRuns: 2_000 },
  )
})
