import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../../engine/record/record.ts'
import type { RuleInput } from '../../../../engine/rules/language/written-form.ts'
import { outcome } from '../../support/brief.ts'
import { run } from '../../support/run.ts'

/** Records that share one reference, no two of them twins. */
const sharing = (side: string, count: number, rest: (index: number) => object): CanonicalRecord[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${side}${index}`,
    reference: 'R',
    description: `${side}${index}`,
    ...rest(index),
  }))
const within = (tolerance: number, rest: object = {}): RuleInput => ({
  id: 'most',
  assign: 'most',
  match: [{ field: 'reference' }, { field: 'amount', tolerance: { from: 0, to: tolerance } }],
  ...rest,
})
/** Every record meets its own counterpart and the next one's, so that all are connected. */
const chained = (side: string) => (count: number) => sharing(side, count, (index) => ({ amount: String(index) }))
const [sources, targets] = [chained('s'), chained('t')]

describe('a component of more than 512 nodes on a side', () => {
  const summaryOf = (sourceCount: number, targetCount: number) =>
    run({ source: sources(sourceCount), target: targets(targetCount), rules: [within(1)] }).summary

  it('is a break group_too_large, and one of 512 is not', () => {
    expect(summaryOf(512, 512).matchCount).toBe(512)
    expect(summaryOf(513, 513)).toMatchObject({ matchCount: 0, breaks: { group_too_large: 1 } })
  })

  it('is too large whichever side it is', () => {
    const one = (amount: string): CanonicalRecord[] => [{ id: 'one', reference: 'R', amount }]
    const [source, target] = [sources(513), targets(513)]
    const up: RuleInput = { ...within(600), id: 'up' }
    expect(run({ source: one('0'), target, rules: [up] }).summary.breaks).toEqual({ group_too_large: 1 })
    expect(run({ source, target: one('600'), rules: [up] }).summary.breaks).toEqual({ group_too_large: 1 })
    expect(run({ source: one('0'), target: targets(512), rules: [up] }).summary.matchCount).toBe(1)
  })

  it('is too large where the key alone is compared', () => {
    const rule = within(0, { match: [{ field: 'reference' }], ignoreAmount: true })
    const breaksOf = (count: number) =>
      run({ source: sources(count), target: targets(count), rules: [rule] }).summary.breaks
    expect(breaksOf(512)).toEqual({ ambiguous: 1 })
    expect(breaksOf(513)).toEqual({ group_too_large: 1 })
  })

  it('counts twins as one', () => {
    const twins = (side: string): CanonicalRecord[] =>
      sharing(side, 2_000, (index) => ({ amount: String(index % 500), description: side }))
    expect(run({ source: twins('s'), target: twins('t'), rules: [within(1)] }).summary.matchCount).toBe(2_000)
  })

  it('is a finding, not a claim: a later rule may match its records', () => {
    const exact: RuleInput = { id: 'exact', match: [{ field: 'amount' }] }
    expect(run({ source: sources(513), target: targets(513), rules: [within(1), exact] }).summary).toMatchObject({
      matchCount: 513,
      breaks: {},
    })
  })

  it('leaves other components of the rule alone', () => {
    const [source, target] = [sources(513), targets(513)]
    const far = (id: string): CanonicalRecord => ({ id, reference: 'R', amount: '9000' })
    expect(outcome({ source: [...source, far('x')], target: [...target, far('y')], rules: [within(1)] })[0]).toBe(
      'x=y by most',
    )
  })
})

describe('the work of a rule', () => {
  /** 500 nodes a side that all meet; twins make as many pairs as records. */
  const crowd = (side: string, count: number, rest: object = {}): CanonicalRecord[] =>
    Array.from({ length: count }, (_, index) => ({
      id: `${side}${index}`,
      reference: side,
      amount: String(index % 500),
      ...rest,
    }))
  const rule: RuleInput = {
    id: 'most',
    assign: 'most',
    match: [{ field: 'currency' }, { field: 'amount', tolerance: 500 }],
  }

  it('is bounded: above 2^31 pairs × edges the largest component is group_too_large, the others are weighed', () => {
    const euros = (side: string) => crowd(side, 8_600, { currency: 'EUR' })
    const dollars = (side: string) => crowd(`${side}$`, 1_000, { currency: 'USD' })
    const { matches, summary } = run({
      source: [...euros('s'), ...dollars('s')],
      target: [...euros('t'), ...dollars('t')],
      rules: [rule],
    })
    expect(summary.breaks).toEqual({ group_too_large: 1 })
    expect(matches).toHaveLength(1_000)
    expect(matches.every(({ equal }) => equal?.['currency'] === 'USD')).toBe(true)
  })

  it('decides a component of 512 nodes a side that all meet', () => {
    const scattered = (side: string, factor: number) =>
      sharing(side, 512, (index) => ({ amount: String((index * factor) % 10_007), currency: 'EUR' }))
    const [source, target] = [scattered('s', 7_919), scattered('t', 4_729)]
    const all: RuleInput = { ...rule, match: [{ field: 'reference' }, { field: 'amount', tolerance: 10_007 }] }
    const { summary } = run({ source, target, rules: [all] })
    expect(summary.breaks).toEqual({ ambiguous: 1 })
  })
})
