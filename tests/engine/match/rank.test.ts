import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { pairs } from '../support/brief.ts'
import { faultsOf, policyOf } from '../support/run.ts'

const near: RuleInput = {
  match: [
    { field: 'amount', tolerance: '1' },
    { field: 'date', days: 3 },
    { field: 'description', similarity: { method: 'trigram', min: '0.1' }, nulls: 'skip' },
  ],
}
const record = (id: string, amount: string, day: number, description?: string): CanonicalRecord => ({
  id,
  amount,
  currency: 'EUR',
  date: `2026-01-0${day}`,
  ...(description !== undefined && { description }),
})
/** The closest pair of s1 by amount is t1, by day t2, by text t3. */
const source = [record('s1', '10', 5, 'MEIER ANNA')]
const target = [
  record('t1', '10', 7, 'MEIER BERTA'),
  record('t2', '10.50', 5, 'MEIER BERTA'),
  record('t3', '10.50', 7, 'MEIER ANNA'),
]
const firstPair = (rank: RuleInput['rank'], rule: RuleInput = near): string | undefined =>
  pairs({ source, target, rules: [{ ...rule, ...(rank && { rank }) }] })[0]?.slice(0, 5)

describe('the order in which distances decide', () => {
  it('is amount, days, text where a rule has no rank', () => {
    expect(firstPair(undefined)).toBe('s1=t1')
    expect(firstPair(['amount', 'days', 'text'])).toBe('s1=t1')
  })

  it('begins with the kinds that a rank lists; the others follow in their order', () => {
    expect(firstPair(['days'])).toBe('s1=t2')
    expect(firstPair(['text'])).toBe('s1=t3')
    expect(firstPair(['text', 'days', 'amount'])).toBe('s1=t3')
  })

  it('is that of match as written', () => {
    const [amount, date, text] = near.match ?? []
    const rule = (...match: readonly (typeof amount)[]): RuleInput => ({
      match: match.flatMap((each) => (each === undefined ? [] : [each])),
    })
    expect(firstPair('as-written', rule(amount, date, text))).toBe('s1=t1')
    expect(firstPair('as-written', rule(date, text, amount))).toBe('s1=t2')
    expect(firstPair('as-written', rule(text, amount, date))).toBe('s1=t3')
  })

  it('puts a skipped criterion behind every distance of its own, in its place', () => {
    const skipping = [record('t1', '10', 5), record('t2', '10.50', 5, 'MEIER')]
    const pairOf = (rank: RuleInput['rank']) =>
      pairs({ source, target: skipping, rules: [{ ...near, ...(rank && { rank }) }] })[0]?.slice(0, 5)
    expect(pairOf(undefined)).toBe('s1=t2')
    expect(pairOf('as-written')).toBe('s1=t1')
    expect(pairOf(['amount', 'skipped'])).toBe('s1=t1')
    expect(pairOf(['skipped'])).toBe('s1=t2')
  })

  it('decides for assign most as well', () => {
    const [left, right] = [
      [record('s1', '10', 5, 'MEIER ANNA'), record('s2', '10', 6, 'MEIER BERTA')],
      [record('t1', '10', 6, 'MEIER ANNA'), record('t2', '10', 7, 'MEIER BERTA')],
    ]
    const found = (rule: RuleInput) =>
      pairs({ source: left, target: right, rules: [{ ...near, ...rule }] }).map((line) => line.slice(0, 5))
    expect(found({})).toEqual(['s1=t2', 's2=t1'])
    expect(found({ rank: ['text'] })).toEqual(['s1=t1', 's2=t2'])
    expect(found({ rank: ['text'], assign: 'most' })).toEqual(['s1=t1', 's2=t2'])
  })
})

describe('a rank', () => {
  it('is shown as it is written, and not at all where it is not', () => {
    expect(policyOf([{ ...near, rank: ['text'] }]).rules[0]?.rank).toEqual(['text'])
    expect(policyOf([near]).rules[0]).not.toHaveProperty('rank')
  })

  const reference = [{ field: 'reference' }]
  const where = { source: [{ field: 'type', op: 'present' as const }] }
  it.each<[string, RuleInput, readonly string[]]>([
    ['with a kind twice', { ...near, rank: ['text', 'days', 'text'] }, ['/0/rank/2 invalid_value']],
    ['of a group', { match: reference, sum: {}, cardinality: '1:n', rank: ['text'] }, ['/0/rank conflict']],
    [
      'of a subset',
      { match: reference, sum: {}, cardinality: 'n:1', select: 'subset', rank: 'as-written' },
      ['/0/rank conflict'],
    ],
    ['of an exclude rule', { action: 'exclude', where, rank: 'as-written' }, ['/0/rank conflict']],
  ])('%s is refused', (_, rule, expected) => {
    expect(faultsOf([rule]).map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(expected)
  })
})
