import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../../engine/record/record.ts'
import type { CriterionInput, RuleInput } from '../../../../engine/rules/language/written-form.ts'
import { run } from '../../support/run.ts'

/** What comparing the texts of a block may cost, by a small bound: 20 steps for each pair of 10 characters. */

const limits = { stepsPerRecord: 0, blockStepCountMin: 2_000 }

const words = (index: number): string =>
  Math.imul(index + 1, 2_654_435_761)
    .toString(36)
    .replace('-', 'z')

const sharing = (side: string, count: number, rest: Partial<CanonicalRecord> = {}): CanonicalRecord[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${side}${rest.reference ?? 'R'}${index}`,
    reference: 'R',
    currency: 'EUR',
    amount: '10',
    date: '2026-03-01',
    description: `${side}${String(index).padStart(9, side)}`,
    ...rest,
  }))

const alike = { field: 'description', similarity: { method: 'jaro-winkler', min: '0.99' } } as const
const ruleOf = (...more: readonly CriterionInput[]): RuleInput => ({
  id: 'text',
  match: [{ field: 'reference' }, { field: 'date', days: 1 }, alike, ...more],
})
const breaksOf = (source: readonly CanonicalRecord[], target: readonly CanonicalRecord[], rule = ruleOf()) =>
  run({ source, target, rules: [rule], limits })

describe('texts of a block that cost more to compare than a rule may', () => {
  it('are one break group_too_large of all its records, which says how many steps they need', () => {
    const { summary, breaks } = breaksOf(sharing('s', 11), sharing('t', 10))
    expect(summary.breaks).toEqual({ group_too_large: 1 })
    expect(breaks[0]).toMatchObject({
      failed: { rule: 'text' },
      work: { needed: 2_200, limit: 2_000, by: 'description' },
    })
    expect(breaks[0]?.source).toHaveLength(11)
  })

  it('are compared up to there', () => {
    const { summary } = breaksOf(sharing('s', 10), sharing('t', 10))
    expect(summary.breaks).toEqual({ missing_in_source: 10, missing_in_target: 10 })
  })

  it('are too much in whatever order and on whichever side they come', () => {
    const [many, few] = [sharing('s', 22), sharing('t', 5)]
    const tooLarge = { group_too_large: 1 }
    expect(breaksOf(many, few).summary.breaks).toEqual(tooLarge)
    expect(breaksOf(few, many).summary.breaks).toEqual(tooLarge)
    expect(breaksOf(many.toReversed(), few.toReversed()).summary.breaks).toEqual(tooLarge)
  })

  it('are a finding, not a claim: a later rule sees the records', () => {
    const one = (side: string) =>
      sharing(side, 11).map((record, index) => (index === 7 ? { ...record, account: 'A' } : record))
    const byAccount: RuleInput = { id: 'account', match: [{ field: 'account' }] }
    const { matches } = run({ source: one('s'), target: one('t'), rules: [ruleOf(), byAccount], limits })
    expect(matches.map(({ rule }) => rule)).toEqual(['account'])
  })

  it('are counted without the pairs that fail what costs less', () => {
    const spread = (side: string) =>
      sharing(side, 11).map((record, index) => ({ ...record, status: index === 0 ? 'open' : 'done' }))
    const { summary } = breaksOf(spread('s'), spread('t'), ruleOf({ field: 'status', op: 'contains' }))
    expect(summary.breaks).toEqual({ group_too_large: 1 })
    const mostlyApart = (side: string, first: number) =>
      sharing(side, 11).map((record, index) => ({ ...record, status: `state ${index * first}` }))
    const apart = breaksOf(mostlyApart('s', 1), mostlyApart('t', 100), ruleOf({ field: 'status', op: 'contains' }))
    expect(apart.summary.breaks).toEqual({ missing_in_source: 11, missing_in_target: 11 })
  })

  it('are told apart by an index where a window has too many pairs', () => {
    const description = (index: number): string => `${words(3 * index)} ${words(3 * index + 1)} ${words(3 * index + 2)}`
    const side = (name: string, from: number) =>
      sharing(name, 60).map((record, index) => ({ ...record, description: description(from + index) }))
    const indexed: RuleInput = {
      match: [
        { field: 'reference' },
        { field: 'date', days: 1 },
        { field: 'description', similarity: { method: 'trigram', min: '0.9' } },
      ],
    }
    const given = { source: side('s', 0), target: side('t', 50), rules: [indexed] }
    const enough = run({ ...given, limits: { ...limits, blockStepCountMin: 80_000 } })
    expect(enough.summary.matchCount).toBe(10)
    expect(run({ ...given, limits }).summary.breaks).toEqual({ group_too_large: 1 })
  })
})

it('the texts of one block count for no other', () => {
  const block = (reference: string, count: number) => ({
    source: sharing('s', count, { reference }),
    target: sharing('t', count, { reference }),
  })
  const twin = (side: string, reference: string) =>
    sharing(side, 1, { reference, description: 'one text of both' }).map((record) => ({ ...record, id: `${side}=` }))
  const [large, small] = [block('L', 11), block('S', 8)]
  const { summary, matches } = breaksOf(
    [...large.source, ...small.source, ...twin('s', 'S')],
    [...large.target, ...small.target, ...twin('t', 'S')],
  )
  expect(summary.breaks['group_too_large']).toBe(1)
  expect(matches.map(({ source, target }) => [...source, ...target])).toEqual([['s=', 't=']])
})

it('ends where texts of 60,000 characters are alike', () => {
  const text = Array.from({ length: 8_000 }, (_, word) => words(word))
    .join(' ')
    .slice(0, 60_000)
  const side = (name: string) =>
    sharing(name, 100).map((record, index) => ({ ...record, description: `${name}${index} ${text}` }))
  for (const method of ['trigram', 'token-set'] as const) {
    const rule: RuleInput = {
      match: [{ field: 'reference' }, { field: 'description', similarity: { method, min: '0.1' } }],
    }
    expect(run({ source: side('s'), target: side('t'), rules: [rule] }).summary.breaks).toEqual({ group_too_large: 1 })
  }
})
