import { describe, expect, it } from 'vitest'
import type { CanonicalRecord, RuleInput } from '../../../engine/index.ts'
import { run } from '../support/run.ts'

/** What comparing the texts of a rule may cost: 2^30 steps, 8,192 for each pair of 512 characters by Levenshtein. */

const words = (index: number): string =>
  Math.imul(index + 1, 2_654_435_761)
    .toString(36)
    .replace('-', 'z')

/** Texts of 512 characters that have little in common, so that those which are compared are told apart at once. */
const long = (side: string, index: number): string => {
  const first = 100 * index + (side === 's' ? 0 : 1_000_000)
  return Array.from({ length: 100 }, (_, word) => words(first + word))
    .join(' ')
    .slice(0, 512)
}

const sharing = (side: string, count: number, rest: Partial<CanonicalRecord> = {}): CanonicalRecord[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${side}${rest.reference ?? 'R'}${index}`,
    reference: 'R',
    currency: 'EUR',
    amount: '10',
    date: '2026-03-01',
    description: long(side, index),
    ...rest,
  }))

const alike = { field: 'description', similarity: { method: 'levenshtein', min: '0.99' } } as const
/** With a window, which comes before an index of texts. */
const byText: RuleInput = { id: 'text', match: [{ field: 'reference' }, { field: 'date', days: 1 }, alike] }
const twinText: Partial<CanonicalRecord> = { description: 'the same on both sides' }

/** 363² pairs of 8,192 steps are above 2^30, 362² are not. */
const [fits, exceeds] = [362, 363]

describe('texts of a block that cost more to compare than a rule may', () => {
  it('are one break group_too_large of all its records', () => {
    const { summary, breaks } = run({ source: sharing('s', exceeds), target: sharing('t', exceeds), rules: [byText] })
    expect(summary.breaks).toEqual({ group_too_large: 1 })
    expect(breaks[0]).toMatchObject({ failed: { rule: 'text' } })
    expect(breaks[0]?.source).toHaveLength(exceeds)
  })

  it('are compared up to there', () => {
    const { summary } = run({ source: sharing('s', fits), target: sharing('t', fits), rules: [byText] })
    expect(summary.breaks).toEqual({ missing_in_source: fits, missing_in_target: fits })
  })

  it('are too much in whatever order and on whichever side they come', () => {
    const [many, few] = [sharing('s', 2 * exceeds), sharing('t', Math.ceil(exceeds / 2))]
    const breaks = (source: CanonicalRecord[], target: CanonicalRecord[]) =>
      run({ source, target, rules: [byText] }).summary.breaks
    expect(breaks(many, few)).toEqual({ group_too_large: 1 })
    expect(breaks(few, many)).toEqual({ group_too_large: 1 })
    expect(breaks(many.toReversed(), few.toReversed())).toEqual({ group_too_large: 1 })
  })

  it('are a finding, not a claim: a later rule sees the records', () => {
    const one = (side: string) =>
      sharing(side, exceeds).map((record, index) => (index === 7 ? { ...record, account: 'A' } : record))
    const byAccount: RuleInput = { id: 'account', match: [{ field: 'account' }] }
    const { matches } = run({ source: one('s'), target: one('t'), rules: [byText, byAccount] })
    expect(matches.map(({ rule }) => rule)).toEqual(['account'])
  })

  it('are counted without the pairs that fail what costs less', () => {
    const spread = (side: string) =>
      sharing(side, exceeds).map((record, index) => ({ ...record, status: index === 0 ? 'open' : 'done' }))
    const status = { field: 'status', op: 'contains' } as const
    const rule: RuleInput = { ...byText, match: [...(byText.match ?? []), status] }
    const { summary } = run({ source: spread('s'), target: spread('t'), rules: [rule] })
    expect(summary.breaks).toEqual({ missing_in_source: exceeds, missing_in_target: exceeds })
  })
})

describe('texts of several blocks that cost too much together', () => {
  const block = (reference: string, count: number) => ({
    source: [
      ...sharing('s', count, { reference }),
      { ...sharing('s', 1, { reference, ...twinText })[0], id: `s${reference}=` },
    ],
    target: [
      ...sharing('t', count, { reference }),
      { ...sharing('t', 1, { reference, ...twinText })[0], id: `t${reference}=` },
    ],
  })
  const together = (...blocks: readonly ReturnType<typeof block>[]) =>
    run({
      source: blocks.flatMap(({ source }) => source),
      target: blocks.flatMap(({ target }) => target),
      rules: [byText],
    })

  it('are given up from the costliest block on; the others are compared', () => {
    const [large, small] = [block('L', 300), block('S', 220)]
    for (const { summary, matches } of [together(large, small), together(small, large)]) {
      expect(summary.breaks['group_too_large']).toBe(1)
      expect(matches.map(({ source }) => source)).toEqual([['sS=']])
    }
  })
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
