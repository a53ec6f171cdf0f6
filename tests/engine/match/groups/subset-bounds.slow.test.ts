import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../../engine/record/record.ts'
import type { RuleInput } from '../../../../engine/rules/language/written-form.ts'
import { hangMilliseconds, inForms, sizeOf } from '../../../support/forms.ts'
import { run } from '../../support/run.ts'
import { another, subset } from '../../support/subset-case.ts'

const sharing = (side: string, count: number, amountOf: (index: number) => number): CanonicalRecord[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${side}${index}`,
    amount: String(amountOf(index)),
    currency: 'EUR',
    reference: 'R',
    date: '2026-03-01',
    description: `${side}${index}`,
  }))
const powers = (index: number): number => 3 ** Math.min(index, 20)

const sizes = { short: 5_000, long: 100_000 }
const size = sizeOf(sizes)

describe('a subset rule ends', { timeout: hangMilliseconds }, () => {
  it(inForms('when all records of both sides share one key: a break subset_limit', sizes), () => {
    const [source, target] = [sharing('s', size, (index) => index), sharing('t', size, (index) => index)]
    expect(run({ source, target, rules: [subset()] }).summary.breaks).toEqual({ subset_limit: 1 })
  })

  it('when more pairs stand in one window than a block may have: a break group_too_large', () => {
    const rules = [subset({ match: [{ field: 'reference' }, { field: 'date', days: 1 }] })]
    const [source, target] = [sharing('s', 101, (index) => index), sharing('t', 100, (index) => index)]
    expect(run({ source, target, rules, limits: { candidateCountMax: 10_000 } }).summary.breaks).toEqual({
      group_too_large: 1,
    })
  })

  it(inForms('when all records choose from the same 24, whose sums are worked out once', sizes), () => {
    const [source, target] = [sharing('s', size, (index) => 3 * index + 2), sharing('t', 24, (index) => 3 * index)]
    expect(run({ source, target, rules: [subset()] }).summary.breaks).toEqual({
      missing_in_source: 24,
      missing_in_target: size,
    })
  })

  it('when all the searches of a rule would take too long: a break subset_limit', () => {
    const rules = [subset({ limits: { maxItems: 8, maxCandidates: 32 } })]
    const [source, target] = [sharing('s', 7_000, (index) => index), sharing('t', 32, powers)]
    const few = sharing('u', 1, () => 40).map((record) => ({ ...record, reference: 'Q' }))
    const parts = sharing('v', 3, (index) => [10, 30, 5][index] ?? 0).map((record) => ({ ...record, reference: 'Q' }))
    const { summary, matches } = run({ source: [...source, ...few], target: [...target, ...parts], rules })
    expect(summary.breaks).toEqual({ missing_in_source: 1, subset_limit: 1 })
    expect(matches.map(({ source, target }) => `${source}=${target}`)).toEqual(['u0=v0,v1'])
  })

  it('when each of many records is one of ten million sets', () => {
    const rules = [subset({ sum: { tolerance: '60' }, limits: { maxItems: 8, maxCandidates: 32 } })]
    const [source, target] = [
      sharing('s', 20, (index) => 8_060 + index),
      sharing('t', 32, (index) => 1_000 + (index % 16)),
    ]
    const { breaks } = run({ source: [...source, another('s')], target: [...target, another('t')], rules })
    expect(breaks.map(({ reason, source = [], target = [] }) => [reason, source.length, target.length])).toContainEqual(
      ['ambiguous', 20, 32],
    )
    const { suggestions } = run({
      source,
      target,
      rules: rules.map((rule): RuleInput => ({ ...rule, action: 'suggest' })),
    })
    expect(suggestions.map((line) => line.target.length)).toEqual(suggestions.map(() => 8))
    expect([...Map.groupBy(suggestions, ({ source: [id] }) => id).values()].every((those) => those.length <= 3)).toBe(
      true,
    )
    // 32 records, three times each, in sets of eight: no more than twelve.
    expect(suggestions.length).toBeGreaterThan(9)
  })

  it('when thousands might be suggested sets of which one record is taken up soon', () => {
    const rules = [subset({ action: 'suggest' })]
    const target = sharing('t', 24, (index) => (index === 9 ? 1_000 : 1 + (index % 2)))
    const twins = sharing('s', 2_000, () => 1_003).map((record) => ({ ...record, description: 'same' }))
    const others = sharing('u', 2_000, (index) => 1_002 + (index % 8))
    const { suggestions } = run({ source: [...twins, ...others], target, rules })
    expect(suggestions.map(({ target = [] }) => target.includes('t9'))).toEqual([true, true, true])
  })
})
