import { describe, expect, it } from 'vitest'
import { firstIndex } from '../../../engine/base/first-index.ts'
import { engineLimits, stepCountMaxOf } from '../../../engine/match/state/limits.ts'
import { WorkLimitError } from '../../../engine/match/state/work.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { type Case, policyOf, run, tableOf } from '../support/run.ts'

/** Each bound of a block, just below and just above it. */

const sharing = (side: string, count: number, rest: (index: number) => object = () => ({})): CanonicalRecord[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${side}${String(index).padStart(3, '0')}`,
    reference: 'R',
    amount: '10',
    currency: 'EUR',
    date: '2026-03-01',
    description: `${side}${index}`,
    ...rest(index),
  }))
const steps = (blockStepCountMin: number) => ({ stepsPerRecord: 0, blockStepCountMin })
const ruleOf = (rule: Partial<RuleInput>): RuleInput[] => [{ id: 'rule', match: [{ field: 'reference' }], ...rule }]
const workOf = (given: Case) => {
  const { breaks } = run(given)
  return breaks.flatMap(({ reason, work }) => (work === undefined ? [] : [{ reason, ...work }]))
}
const [source, target] = [sharing('s', 10), sharing('t', 10)]
const days = { field: 'date', days: 1 } as const
const amounts = { field: 'amount', tolerance: '1' } as const

it('the steps that a block may take grow with the records', () => {
  expect(stepCountMaxOf(engineLimits, 2)).toBe(2 ** 30)
  expect(stepCountMaxOf(engineLimits, 300_000)).toBe(300_000 * 4_096)
})

describe('a block is too large', () => {
  it('of more records of both sides than one may have, whatever the rule', () => {
    const sum = { source: [{ field: 'amount' }], target: [{ field: 'amount' }] }
    const rules: RuleInput[][] = [
      ruleOf({}),
      ruleOf({ assign: 'most' }),
      ruleOf({ cardinality: 'n:m', sum }),
      ruleOf({ cardinality: 'n:1', select: 'subset', sum }),
    ]
    for (const each of rules) {
      expect(workOf({ source, target, rules: each, limits: { blockRecordCountMax: 20 } })).toEqual([])
      expect(workOf({ source, target, rules: each, limits: { blockRecordCountMax: 19 } })).toEqual([
        { reason: 'group_too_large', needed: 20, limit: 19, by: 'records' },
      ])
    }
  })

  it('of more bytes of canonical lines', () => {
    const rules = ruleOf({})
    const table = tableOf([...source, ...target], policyOf(rules))
    const bytes = table.lineByteCount
    expect(bytes).toBe([...table.lineByteCounts].reduce((sum, each) => sum + each, 0))
    expect(workOf({ source, target, rules, limits: { blockByteCountMax: bytes } })).toEqual([])
    expect(workOf({ source, target, rules, limits: { blockByteCountMax: bytes - 1 } })).toEqual([
      { reason: 'group_too_large', needed: bytes, limit: bytes - 1, by: 'bytes' },
    ])
  })

  it('counts only the records that are open and take part', () => {
    const where = { source: [{ field: 'id', op: 'lt' as const, value: 's005' }] }
    const limits = { blockRecordCountMax: 15 }
    expect(workOf({ source, target, rules: ruleOf({ where }), limits })).toEqual([])
  })

  it('of more candidates than are listed', () => {
    const rules = ruleOf({ match: [{ field: 'reference' }, amounts] })
    expect(workOf({ source, target, rules, limits: { candidateCountMax: 100 } })).toEqual([])
    expect(workOf({ source, target, rules, limits: { candidateCountMax: 99 } })).toEqual([
      { reason: 'group_too_large', needed: 100, limit: 99, by: 'candidates' },
    ])
  })

  it('of more pairs inside its window, or inside both windows, than steps', () => {
    const one = ruleOf({ match: [{ field: 'reference' }, amounts] })
    expect(workOf({ source, target, rules: one, limits: steps(100) })).toEqual([])
    expect(workOf({ source, target, rules: one, limits: steps(99) })).toEqual([
      { reason: 'group_too_large', needed: 100, limit: 99, by: 'amount' },
    ])
    const dayOf = (index: number): string => new Date(Date.UTC(2026, 0, 1 + 2 * index)).toISOString().slice(0, 10)
    const spread = (side: string) =>
      sharing(side, 1_600, (index) => ({ amount: `${10 * (index % 40)}`, date: dayOf(Math.floor(index / 40)) }))
    const both = ruleOf({ match: [{ field: 'reference' }, amounts, days] })
    // Each window alone has 1,600 × 40 pairs, both together those of equal records.
    const crossed = { source: spread('s'), target: spread('t'), rules: both }
    expect(run({ ...crossed, limits: steps(1_600) }).summary.matchCount).toBe(1_600)
    expect(workOf({ ...crossed, limits: steps(1_599) })[0]).toMatchObject({ needed: 1_600, by: 'amount, date' })
  })

  it('of more steps for each of its records', () => {
    const rules = ruleOf({ match: [{ field: 'reference' }, amounts] })
    expect(workOf({ source, target, rules, limits: { blockStepCountMin: 0, stepsPerRecord: 5 } })).toEqual([])
    expect(workOf({ source, target, rules, limits: { blockStepCountMin: 0, stepsPerRecord: 4 } })).toEqual([
      { reason: 'group_too_large', needed: 100, limit: 80, by: 'amount' },
    ])
  })

  it('of more characters read by steps that normalise', () => {
    const text = { field: 'description', normalize: ['upper', { strip: ['A', 'B', 'C'] }], op: 'contains' } as const
    const rules = ruleOf({ match: [{ field: 'reference' }, text] })
    const named = (side: string) => sharing(side, 10, (index) => ({ description: `${side} name ${index}` }))
    // 20 texts of 8 characters, read once and then once for each word.
    const given = { source: named('s'), target: named('t'), rules }
    expect(workOf({ ...given, limits: steps(640) })).toEqual([])
    expect(workOf({ ...given, limits: steps(639) })).toEqual([
      { reason: 'group_too_large', needed: 640, limit: 639, by: 'description' },
    ])
  })

  it('of components whose pairs × edges are too many, from the largest on', () => {
    const scattered = (side: string, count: number) => sharing(side, count, (index) => ({ amount: `${index}` }))
    const rules = ruleOf({ assign: 'most', match: [{ field: 'reference' }, { field: 'amount', tolerance: 200 }] })
    const given = { source: scattered('s', 110), target: scattered('t', 110), rules }
    const needed = (110 * 110 * 110) / 2
    expect(run({ ...given, limits: steps(needed) }).summary.matchCount).toBe(110)
    expect(workOf({ ...given, limits: steps(needed - 1) })).toEqual([
      { reason: 'group_too_large', needed, limit: needed - 1, by: 'assign' },
    ])
  })

  it('leaves the other blocks of the rule alone', () => {
    const other = (id: string): CanonicalRecord => ({ id, reference: 'Q', amount: '1', currency: 'EUR' })
    const limits = { blockRecordCountMax: 19 }
    const given = { source: [...source, other('x')], target: [...target, other('y')], rules: ruleOf({}), limits }
    expect(run(given).matches.map((line) => [...line.source, ...line.target])).toEqual([['x', 'y']])
  })
})

describe('a subset search is a subset_limit', () => {
  it('where the half-sums of a block are too many', () => {
    const parts = sharing('t', 6, (index) => ({ amount: `${2 ** index}` }))
    const totals = sharing('s', 2, (index) => ({ amount: index === 0 ? '3' : '48' }))
    const sum = { source: [{ field: 'amount' }], target: [{ field: 'amount' }] }
    const rules = ruleOf({ cardinality: '1:n', select: 'subset', sum, limits: { maxItems: 2 } })
    const breaksOf = (blockStepCountMin: number) =>
      run({ source: totals, target: parts, rules, limits: steps(blockStepCountMin) }).summary.breaks
    // Two totals of sets of two: 7 sets of at most two in each half, all of them looked at for each size, four a step.
    expect(breaksOf(14)['subset_limit']).toBeUndefined()
    expect(breaksOf(13)['subset_limit']).toBe(1)
  })
})

describe('a run with a bound of its own', () => {
  const rules = [
    ...ruleOf({ match: [{ field: 'reference' }, { field: 'amount', tolerance: '0.01' }, days] }),
    { id: 'again', match: [{ field: 'reference' }, amounts, days] },
  ]
  const apart = sharing('t', 10, (index) => ({ amount: `${100 + index}` }))

  it('throws before it takes more steps than it may, over all rules and blocks together', () => {
    const near = { source, target: sharing('t', 10, () => ({ amount: '10.5' })), rules: rules.slice(1) }
    expect(stepsOf(near)).toBeGreaterThanOrEqual(100)
    const twice = { ...near, rules: [{ ...near.rules[0], id: 'first', action: 'suggest' as const }, ...near.rules] }
    expect(stepsOf(twice)).toBeGreaterThanOrEqual(stepsOf(near) + 100)
  })

  it('comes to the same lines as one without', () => {
    const given = { source, target: apart, rules }
    expect(run({ ...given, stepCountMax: 1_000_000 }).text).toBe(run(given).text)
  })

  it('counts the steps of normalising before any is taken', () => {
    const match = [{ field: 'description', normalize: [{ strip: ['A', 'B'] }] }]
    const named = (side: string) =>
      sharing(side, 10, () => ({ amount: side === 's' ? '10' : '11', description: `${side}name` }))
    const given = { source: named('s'), target: named('t'), rules: ruleOf({ match }) }
    // Twice ten texts of five characters: 16 steps a text, and 10 a character.
    expect(stepsOf(given)).toBe(1_320)
    // Steps of one kind over one column are taken once.
    const twice = { ...given, rules: [{ id: 'first', match }, ...given.rules] }
    expect(stepsOf(twice)).toBe(1_320)
  })

  it('counts the filters of a rule, the texts in which others are looked for, and near misses', () => {
    const named = (side: string) =>
      sharing(side, 10, () => ({ amount: side === 's' ? '10' : '11', description: `${side}name` }))
    const given = { source: named('s'), target: named('t'), rules: ruleOf({ match: [{ field: 'description' }] }) }
    const filter = { field: 'description', op: 'contains' as const, value: 'x' }
    const filtered = { ...given, rules: ruleOf({ match: [{ field: 'description' }], where: { source: [filter] } }) }
    expect(stepsOf(filtered) - stepsOf(given)).toBe(10 * 24 + 2 * 50)
    const contains = ruleOf({ match: [{ field: 'reference' }, { field: 'description', op: 'contains' as const }] })
    expect(stepsOf({ ...given, rules: contains })).toBeGreaterThanOrEqual(100 * 10)
  })
})

/** The steps that a run takes: the least bound under which it ends. */
function stepsOf(given: Parameters<typeof run>[0]): number {
  const ends = (stepCountMax: number): boolean => {
    try {
      run({ ...given, stepCountMax })
      return true
    } catch (error) {
      if (error instanceof WorkLimitError) return false
      throw error
    }
  }
  return firstIndex({ from: 0, to: 1_000_000 }, ends)
}
