import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { assignModes } from '../../../engine/rules/language/rule-form.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { hangMilliseconds, inForms, sizeOf } from '../../support/forms.ts'
import { outcome } from '../support/brief.ts'
import { run } from '../support/run.ts'

/** Records that share one reference and differ in their description, so that none of them are twins. */
const sharing = (side: string, count: number, rest: (index: number) => object): CanonicalRecord[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${side}${index}`,
    reference: 'R',
    description: `${side}${index}`,
    ...rest(index),
  }))
const cents: RuleInput = { id: 'cents', match: [{ field: 'reference' }, { field: 'amount', tolerance: '0.05' }] }
const exact: RuleInput = { id: 'exact', match: [{ field: 'reference' }, { field: 'amount' }] }
const ten = () => ({ amount: '10' })

describe('a block of more than 4,000,000 candidates', () => {
  const [source, target] = [sharing('s', 2_001, ten), sharing('t', 2_000, ten)]

  it('is a break group_too_large of all its records, not a hang', () => {
    const { summary, breaks, matches } = run({ source, target, rules: [cents] })
    expect(summary.breaks).toEqual({ group_too_large: 1 })
    expect(matches).toEqual([])
    expect(breaks).toHaveLength(4_001)
    expect(breaks[0]).toMatchObject({ failed: { rule: 'cents' } })
  })

  // What follows from a bound is the same for a smaller one.
  const limits = { candidateCountMax: 10_000 }
  const [few, others] = [source.slice(0, 101), target.slice(0, 100)]

  it('is a finding, not a claim: a later rule may match its records, and the finding is dropped', () => {
    const byText: RuleInput = { id: 'text', match: [{ sourceField: 'description', targetField: 'status' }] }
    const named = others.map((record, index) => (index === 0 ? { ...record, status: 's7' } : record))
    const { matches, summary } = run({ source: few, target: named, rules: [cents, byText], limits })
    expect(matches.map((line) => [line.source[0], line.target[0], line.rule])).toEqual([['s7', 't0', 'text']])
    expect(summary.breaks['group_too_large']).toBeUndefined()
  })

  it('leaves other blocks of the rule alone', () => {
    const [one, other] = [
      { id: 'x', reference: 'Q', amount: '1' },
      { id: 'y', reference: 'Q', amount: '1.01' },
    ]
    const { matches } = run({ source: [...few, one], target: [...others, other], rules: [cents], limits })
    expect(matches.map((line) => [line.source, line.target])).toEqual([[['x'], ['y']]])
  })

  it('is counted inside the window, not over the block', () => {
    const spread = (side: string) => sharing(side, 3_000, (index) => ({ amount: String(index) }))
    expect(run({ source: spread('s'), target: spread('t'), rules: [cents] }).summary.matchCount).toBe(3_000)
  })

  it('is counted in nodes: twins are one', () => {
    const twins = (side: string) => sharing(side, 3_000, () => ({ amount: '10', description: side }))
    expect(run({ source: twins('s'), target: twins('t'), rules: [cents] }).summary.matchCount).toBe(3_000)
  })
})

describe('records that share one key', { timeout: hangMilliseconds }, () => {
  const sizes = { short: 2_100, long: 100_000 }
  const size = sizeOf(sizes)

  it(inForms('and agree in all that a rule compares are one ambiguous break', sizes), () => {
    const { summary } = run({ source: sharing('s', size, ten), target: sharing('t', size, ten), rules: [exact] })
    expect(summary.breaks).toEqual({ ambiguous: 1 })
  })

  it.each(assignModes)(inForms('and are twins pair off under %s', sizes), (assign) => {
    const twins = (side: string) => sharing(side, size, () => ({ amount: '10', description: 'same' }))
    const rules = [{ ...exact, assign }]
    expect(run({ source: twins('s'), target: twins('t'), rules }).summary.matchCount).toBe(size)
  })

  it(inForms('and stand in one window are group_too_large', sizes), () => {
    const { summary } = run({ source: sharing('s', size, ten), target: sharing('t', size, ten), rules: [cents] })
    expect(summary.breaks).toEqual({ group_too_large: 1 })
  })

  it(inForms('and agree in no amount are each missing, without candidates among so many', sizes), () => {
    const odd = sharing('s', size, (index) => ({ amount: String(2 * index + 1) }))
    const even = sharing('t', size, (index) => ({ amount: String(2 * index) }))
    const { summary, breaks } = run({ source: odd, target: even, rules: [exact] })
    expect(summary.breaks).toEqual({ missing_in_source: size, missing_in_target: size })
    expect(breaks.flatMap(({ candidates = [] }) => candidates)).toEqual([])
  })
})

it('drops a finding once one of its records is matched, and explains the rest by themselves', () => {
  const tied: RuleInput = { id: 'tied', ambiguous: 'defer', match: [{ field: 'reference' }] }
  const dated: RuleInput = { id: 'dated', match: [{ field: 'date' }, { field: 'amount' }] }
  const record = (id: string, date: string): CanonicalRecord => ({ id, reference: 'R', amount: '1', date })
  const source = [record('s1', '2026-03-01'), record('s2', '2026-03-02')]
  const target = [record('t1', '2026-03-01'), record('t2', '2026-03-09')]
  expect(outcome({ source, target, rules: [tied, dated] })).toEqual([
    's1=t1 by dated',
    'missing_in_target s2/',
    'missing_in_source /t2',
  ])
})

it('gives the earliest of two findings over the same records', () => {
  const first: RuleInput = { id: 'first', ambiguous: 'defer', match: [{ field: 'reference' }] }
  const second: RuleInput = { ...first, id: 'second' }
  const [source, target] = [sharing('s', 1, ten), sharing('t', 2, ten)]
  expect(run({ source, target, rules: [first, second] }).breaks.map(({ failed }) => failed)).toEqual([
    { rule: 'first' },
  ])
})

it('needs no weighing where all meet all, however many they are', () => {
  const rules: RuleInput[] = [{ ...cents, ambiguous: 'best' }]
  const { matches } = run({ source: sharing('s', 1_000, ten), target: sharing('t', 3, ten), rules })
  expect(matches.map((line) => [line.source[0], line.target[0]])).toEqual([
    ['s0', 't0'],
    ['s1', 't1'],
    ['s10', 't2'],
  ])
})

it('weighs best up to 512 records a side and reports a larger component as group_too_large', () => {
  const best: RuleInput = {
    id: 'best',
    ambiguous: 'best',
    match: [{ field: 'reference' }, { field: 'amount', tolerance: '0.05' }],
  }
  const amounts = (index: number) => ({ amount: index === 0 ? '10.06' : '10' })
  const target = sharing('t', 2, (index) => ({ amount: index === 0 ? '10.03' : '9.97' }))
  const sized = (count: number) => run({ source: sharing('s', count, amounts), target, rules: [best] }).summary
  expect(sized(512).matchCount).toBe(2)
  expect(sized(513).breaks).toEqual({ group_too_large: 1 })
})
