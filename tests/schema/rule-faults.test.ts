import { compileRules } from '@tallystick/engine'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { criterionSchema } from '../../schema/criterion.ts'
import { check } from '../../schema/problem.ts'
import { ruleSchema, rulesSchema } from '../../schema/rule.ts'
import { sum } from '../../schema/sum.ts'

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

it('reports faults of shape and of meaning, all at once', () => {
  const given = [
    {
      match: [{ field: 'amount', tolerence: 1 }, { field: 'date', days: 'two' }, { field: 'amont' }],
    },
    { ...rule, assign: 'fewest' },
    { match: [{ field: 'amont' }, { field: 'amount', tolerance: '-1' }] },
    { id: 'x', match: [{ field: 'currency' }], ignoreAmount: true },
    { id: 'x', match: [reference] },
  ]
  expect(refusals(given)).toEqual([
    '/0/match/0/tolerence unknown_member',
    expect.stringMatching(/^\/0\/match\/1\/days /),
    '/0/match/2/field unknown_field',
    expect.stringMatching(/^\/1\/assign /),
    '/2/match/0/field unknown_field',
    '/2/match/1/tolerance invalid_value',
    '/3 no_blocking_key',
    '/4/id repeated_id',
  ])
})

describe('a fault of shape does not hide one of meaning', () => {
  const amount = { field: 'amount', tolerance: '-1' }
  it.each<[string, unknown, readonly string[]]>([
    [
      'beside it in a criterion',
      { match: [{ field: 'amont', nulls: 'never' }] },
      ['/0/match/0/field', '/0/match/0/nulls'],
    ],
    ['beside an unknown member', { match: [{ ...amount, weight: 2 }] }, ['/0/match/0/tolerance', '/0/match/0/weight']],
    [
      'beside it among the steps of normalize',
      { match: [{ field: 'reference', normalize: ['lower', { extract: 'ABC' }, { strip: [' '] }] }] },
      ['/0/match/0/normalize/0', '/0/match/0/normalize/1', '/0/match/0/normalize/2'],
    ],
    [
      'of a filter beside it',
      {
        where: {
          source: [
            { field: 'amount', op: 'eq' },
            { field: 'amount', op: 'like', value: 1 },
          ],
        },
        match: [reference],
      },
      ['/0/where/source/0', '/0/where/source/1/op'],
    ],
    ['of the rule', { id: 'Upper', match: [amount] }, ['/0/id', '/0/match/0/tolerance']],
    ['of a rule without criteria', { id: 'Upper' }, ['/0', '/0/id']],
    ['of how the rule is built', { cardinality: '2:1', match: [amount] }, ['/0/cardinality', '/0/match/0/tolerance']],
    ['in an unknown member', { cardinalty: '1:n', match: [amount] }, ['/0/cardinalty', '/0/match/0/tolerance']],
    [
      'of its sum',
      { cardinality: '1:n', sum: { source: [] }, match: [amount] },
      ['/0/match/0/tolerance', '/0/sum/source'],
    ],
    [
      'of its criteria',
      { match: 'all', where: { source: [{ field: 'amont', op: 'present' }] } },
      ['/0/match', '/0/where/source/0/field'],
    ],
    [
      'of a rule that excludes',
      { action: 'exclude', enabled: 1, where: { source: [{ field: 'amont', op: 'present' }] } },
      ['/0/enabled', '/0/where/source/0/field'],
    ],
  ])('%s', (_where, given, pointers) => {
    expect(
      refusals([given])
        .map((each) => each.split(' ')[0])
        .sort(),
    ).toEqual(pointers)
  })

  it('in the form of criteria', () => {
    expect(refusals([{ ...amount, weight: 2 }]).sort()).toEqual([
      '/0/tolerance invalid_value',
      '/0/weight unknown_member',
    ])
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

describe('every fault of a rule is told at once, in the order of the document:', () => {
  it.each<[string, unknown, readonly string[]]>([
    [
      'of the terms of a sum',
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
        '/0/sum/source/0/field conflict',
        '/0/sum/source/1/percent invalid_value',
        '/0/sum/source/2/fixd unknown_member',
        '/0/sum/source/3/times invalid_union',
        '/0/sum/source/3/default invalid_value',
        '/0/sum/target too_small',
        '/0/sum/tolerance/absolute invalid_value',
        '/0/sum/tolerance/procent unknown_member',
        '/0/sum/sign invalid_value',
      ],
    ],
    [
      'of a sum whose terms have members that do not go together',
      { match: [reference], sum: { source: [{ percent: 'x', of: 'id', fixed: 'y' }], ammount: 1 } },
      [
        '/0/sum/source/0 conflict',
        '/0/sum/source/0/percent invalid_value',
        '/0/sum/source/0/of conflict',
        '/0/sum/source/0/fixed invalid_value',
        '/0/sum/ammount unknown_member',
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
        '/0/where/source/0/field unknown_field',
        '/0/where/source/0/op invalid_value',
        '/0/where/source/1/value invalid_value',
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
        '/0/match/0/similarity/min invalid_value',
        '/0/match/1/tolerance/from invalid_value',
        '/0/match/1/tolerance/too unknown_member',
        '/0/match/1/sign invalid_value',
      ],
    ],
    [
      'of an exclude rule, its own before those of its members',
      { action: 'exclude', confidence: 'high', assing: 'most' },
      ['/0 required', '/0/confidence conflict', '/0/assing unknown_member'],
    ],
  ])('%s', (_what, given, wanted) => {
    expect(refusals([given])).toEqual(wanted)
  })
})

describe('an unknown member is told with the nearest known name:', () => {
  it.each<[unknown, readonly string[]]>([
    [[{ match: [{ feild: 'amount' }] }], ['/0/match/0/feild There is no such member here; the nearest is field']],
    [[{ asign: 'most', match: [reference] }], ['/0/asign There is no such member here; the nearest is assign']],
    [[{ ...rule, SUM: {} }], ['/0/SUM There is no such member here; the nearest is sum']],
    [
      [{ ...rule, purpose: 1, wher: {} }],
      ['/0/purpose There is no such member here', '/0/wher There is no such member here; the nearest is where'],
    ],
    [[{ feild: 'amount', tolerance: 1 }], ['/0/feild There is no such member here; the nearest is field']],
    [
      [{ match: [{ field: 'amont' }] }],
      ['/0/match/0/field Got "amont", wanted a canonical field or attributes.<path>; the nearest is amount'],
    ],
  ])('%j', (given, wanted) => {
    expect(details(given)).toEqual(wanted)
  })
})

describe('what is wrong is told in plain words:', () => {
  const digits = '1'.repeat(38)
  const bounds = 'wanted a decimal of at most 18 significant digits, at most 12 of them after the point'
  it.each<[unknown, readonly string[]]>([
    [{}, [' Got an object, wanted a list']],
    [{ rules: [rule] }, [' Got an object with rules, wanted the list itself']],
    [rule, [' Got a single rule, wanted a list: put it between [ and ]']],
    [[7], ['/0 Got 7, wanted an object']],
    [[{ ...rule, name: [1] }], ['/0/name Got a list, wanted text']],
    [[{ ...rule, name: '' }], ['/0/name Got an empty text, wanted at least 1 character']],
    [[{ ...rule, enabled: 'yes' }], ['/0/enabled Got "yes", wanted true or false']],
    [[{ match: [] }], ['/0/match Got an empty list, wanted at least 1 element']],
    [[{ match: {} }], ['/0/match Got an object, wanted a list']],
    [[{ ...rule, assign: 'fewest' }], ['/0/assign Got "fewest", wanted "closest" or "most"']],
    [[{ ...rule, confidence: 1 }], ['/0/confidence Got 1, wanted "exact", "high", "medium" or "low"']],
    [
      [{ match: [{ field: 'date', days: { before: 1.5 } }] }],
      ['/0/match/0/days/before Got 1.5, wanted a whole number', '/0/match/0/days/after Missing, wanted a number'],
    ],
    [[{ match: [{ field: 'amount', tolerance: { from: 1 } }] }], ['/0/match/0/tolerance/to Missing, wanted a decimal']],
    [[{ match: [{ field: 'amount', tolerance: digits }] }], [`/0/match/0/tolerance Got "${digits}", ${bounds}`]],
    [
      [{ match: [reference], sum: { source: [{ fixed: digits }] } }],
      [`/0/sum/source/0/fixed Got "${digits}", ${bounds}`],
    ],
    [
      [{ match: [{ field: 'amount', tolerance: '0.0000000000001' }] }],
      [`/0/match/0/tolerance Got "0.0000000000001", ${bounds}`],
    ],
    [
      [{ ...rule, where: { source: [{ field: 'amount', op: 'gt', value: digits }] } }],
      [`/0/where/source/0/value Got "${digits}", ${bounds}`],
    ],
  ])('%j', (given, wanted) => {
    expect(details(given)).toEqual(wanted)
  })
})

it('reads whatever JSON stands in the place of a member, and tells each fault once', () => {
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
      const told = details(document)
      expect(new Set(told).size).toBe(told.length)
    }),
    { numRuns: 2_000 },
  )
})
