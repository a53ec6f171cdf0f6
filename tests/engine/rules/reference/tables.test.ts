import { describe, expect, it } from 'vitest'
import type { ReferenceDataInput } from '../../../../engine/rules/language/language.ts'
import type { CriterionInput, RuleSetInput } from '../../../../engine/rules/language/written-form.ts'
import { faultsOf, policyOf, run } from '../../support/run.ts'

type Tables = NonNullable<ReferenceDataInput['tables']>

const rulesWith = (tables: Tables, ...match: readonly CriterionInput[]): RuleSetInput => ({
  form: 'rules',
  rules: [{ match: match.length > 0 ? match : [{ field: 'reference' }] }],
  referenceData: { tables },
})

const faults = (tables: Tables, ...match: readonly CriterionInput[]) =>
  faultsOf(rulesWith(tables, ...match)).map(({ pointer, code, detail }) => `${pointer} ${code} ${detail}`)

const entries = (count: number): [string, string][] =>
  Array.from({ length: count }, (_, index) => [`k${index}`, 'v'] as [string, string])

describe('the tables of a policy', () => {
  it('are objects, however they are written, and may be of no use', () => {
    const { referenceData } = policyOf(rulesWith({ a: [['ACME', '1']], b: { 'Acme Ltd': '1', X: '2' }, c: {} }))
    expect(referenceData.tables).toEqual({ a: { ACME: '1' }, b: { 'Acme Ltd': '1', X: '2' }, c: {} })
  })

  it('compile again to the same tables', () => {
    const { rules, referenceData } = policyOf(rulesWith({ a: [['ACME', '1']] }))
    expect(policyOf({ form: 'rules', rules, referenceData }).referenceData).toEqual(referenceData)
  })

  it('take the names of members that objects have for keys like others', () => {
    const tables = { constructor: [['__proto__', '7'] as const, ['toString', '8'] as const] }
    const { referenceData } = policyOf(rulesWith(tables))
    expect(Object.entries(referenceData.tables['constructor'] ?? {})).toEqual([
      ['__proto__', '7'],
      ['toString', '8'],
    ])
    const rules = rulesWith(tables, { field: 'reference', normalize: [{ lookup: 'constructor' }] }, { field: 'amount' })
    const record = (id: string, reference: string) => ({ id, reference, amount: '1' })
    const given = {
      rules,
      source: [record('s', '__proto__')],
      target: [record('t', 'valueOf'), record('u', '__proto__')],
    }
    expect(run(given).matches.map(({ target }) => target)).toEqual([['u']])
  })

  it('may be 20, and have 50,000 entries in all', () => {
    const most = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`t${index}`, entries(2_500)]))
    expect(() => policyOf(rulesWith(most))).not.toThrow()
  })

  it.each<[string, Tables, readonly string[]]>([
    [
      'a key twice in a list',
      {
        a: [
          ['x', '1'],
          ['x', '1'],
        ],
      },
      ['/tables/a/1 repeated_key Got the key "x" twice, wanted each key once'],
    ],
    [
      'blank keys and values, each at its place',
      { 'a-1': { ' ': '1', 'x/y': '' }, b: [['', ' ']] },
      [
        '/tables/a-1/  invalid_value Got a blank key, wanted the text that is looked up',
        '/tables/a-1/x~1y invalid_value Got a blank value, wanted the text that stands for the key',
        '/tables/b/0 invalid_value Got a blank key, wanted the text that is looked up',
        '/tables/b/0 invalid_value Got a blank value, wanted the text that stands for the key',
      ],
    ],
    [
      'a name that is none',
      { Kunden: {}, ['x'.repeat(65)]: {}, ok_1: {} },
      [
        '/tables/Kunden invalid_value Got a table named "Kunden", wanted up to 64 of a-z, 0-9, _ and -, beginning with a letter or digit',
        `/tables/${'x'.repeat(65)} invalid_value Got a table named "${'x'.repeat(65)}", wanted up to 64 of a-z, 0-9, _ and -, beginning with a letter or digit`,
      ],
    ],
    [
      'more entries than there may be',
      { a: entries(25_001), b: entries(25_000) },
      ['/tables too_big Got 50001 entries in all tables, wanted at most 50000'],
    ],
    [
      'more tables than there may be',
      Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`t${index}`, {}])),
      ['/tables too_big Got 21 tables, wanted at most 20'],
    ],
  ])('are refused with %s', (_, tables, wanted) => {
    expect(faults(tables)).toEqual(wanted)
  })
})

describe('a lookup', () => {
  const byName = (normalize: CriterionInput['normalize']): CriterionInput => ({ field: 'counterparty', normalize })

  it('is refused in a table that there is not, with the nearest name', () => {
    expect(faults({ customers: {} }, byName([{ lookup: 'custmers' }]))).toEqual([
      '/0/match/0/normalize/0/lookup unknown_table Got "custmers", wanted the name of one of the run’s tables; did you mean customers?',
    ])
    expect(faults({}, byName(['upper', { lookup: 'constructor' }]))).toEqual([
      '/0/match/0/normalize/1/lookup unknown_table Got "constructor", wanted the name of one of the run’s tables',
    ])
  })

  it('has no fault of its own in a table that is refused', () => {
    expect(faults({ a: { '': 'x' } }, byName([{ lookup: 'a' }]))).toHaveLength(1)
  })

  it('is refused where two keys are one after the steps before, and not where they have one value', () => {
    const customers = { 'Acme Ltd': '1', 'ACME LTD': '2', Zenith: '3', ZENITH: '3' }
    expect(faults({ customers }, byName(['upper', { lookup: 'customers' }]))).toEqual([
      '/0/match/0/normalize/1/lookup conflict The keys "ACME LTD" and "Acme Ltd" of customers are one key after the steps before, with two values',
    ])
    expect(() => policyOf(rulesWith({ customers }, byName([{ lookup: 'customers' }, 'upper'])))).not.toThrow()
  })

  it('is refused where all lookups together spell more than 200,000 entries', () => {
    const before = (steps: number) => Array.from({ length: steps }, () => 'trim' as const)
    const lookups = (count: number) =>
      Array.from({ length: count }, (_, index) => byName([...before(index % 5), { lookup: 'a' }]))
    expect(() => policyOf(rulesWith({ a: entries(50_000) }, ...lookups(4)))).not.toThrow()
    expect(faults({ a: entries(50_000) }, ...lookups(10))).toEqual([
      '/tables too_big Got 250000 entries, a table counted once for each list of steps before a lookup, wanted at most 200000',
    ])
  })

  it('is refused where spelling all keys takes more than 2^30 steps', () => {
    const long = Array.from({ length: 8_000 }, (_, index): [string, string] => [`${index}`.padEnd(1_000, 'x'), 'v'])
    const masks = Array.from({ length: 15 }, () => ({ remove: '@'.repeat(64) }))
    expect(faults({ a: long }, byName([...masks, { lookup: 'a' }]))).toEqual([
      '/tables too_big Got 7680000000 steps to spell the keys, a table counted once for each list of steps before a lookup, wanted at most 1073741824',
    ])
  })

  it('is refused after another', () => {
    const tables = { a: { x: '1' }, b: { y: '2' } }
    expect(faults(tables, byName([{ lookup: 'a' }, { lookup: 'b' }]))).toEqual([
      '/0/match/0/normalize/1 conflict A text is looked up once: wanted one table for both',
    ])
  })

  it('reports every fault at once, of tables and of rules', () => {
    const pointers = faultsOf(rulesWith({ a: { '': 'x' }, A: {} }, byName([{ lookup: 'zz' }]), { field: 'amont' }))
    expect(pointers.map(({ pointer }) => pointer)).toEqual([
      '/tables/A',
      '/tables/a/',
      '/0/match/1/field',
      '/0/match/0/normalize/0/lookup',
    ])
  })

  const record = (id: string, counterparty: string) => ({ id, counterparty, amount: '10', currency: 'EUR' })
  const outcome = (normalize: CriterionInput['normalize'], source: string, target: string) =>
    run({
      source: [record('s', source)],
      target: [record('t', target)],
      rules: rulesWith({ customers: { 'Acme Ltd': '10023', 'ACME Inc': '10023' } }, byName(normalize)),
    }).matches.map(({ confidence }) => confidence)

  it.each<[string, CriterionInput['normalize'], string, string, readonly string[]]>([
    ['joins what stands for one value', [{ lookup: 'customers' }], 'Acme Ltd', 'ACME Inc', ['high']],
    ['spells keys like texts', ['upper', { lookup: 'customers' }], 'acme LTD', 'acme inc', ['high']],
    ['makes what is in no table absent', [{ lookup: 'customers' }], 'Zenith', 'Zenith', []],
    ['keeps it where a step says so', [{ lookup: 'customers', otherwise: 'keep' }], 'Zenith', 'Zenith', ['high']],
    ['joins a key and its value then', [{ lookup: 'customers', otherwise: 'keep' }], 'Acme Ltd', '10023', ['high']],
    [
      'leaves what comes after to later steps',
      [{ lookup: 'customers' }, { before: '23' }],
      'Acme Ltd',
      'ACME Inc',
      ['high'],
    ],
  ])('%s', (_, normalize, source, target, wanted) => {
    expect(outcome(normalize, source, target)).toEqual(wanted)
  })

  it('does not depend on the order of the entries', () => {
    const pairs = Object.entries({ 'Acme Ltd': '1', 'ACME Inc': '1', b: '2', '10': '3' })
    const resultOf = (table: [string, string][]) =>
      run({
        source: [record('s', 'Acme Ltd')],
        target: [record('t', 'ACME Inc')],
        rules: rulesWith({ customers: table }, byName(['upper', { lookup: 'customers' }])),
      }).text
    expect(resultOf(pairs.toReversed())).toBe(resultOf(pairs))
  })
})
