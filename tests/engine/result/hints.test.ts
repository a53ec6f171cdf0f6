import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { BreakLine } from '../../../engine/result/line.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { run } from '../support/run.ts'

const base = { currency: 'EUR', amount: '10', date: '2026-03-01', reference: 'INV-0007', attributes: { order: 'A' } }
const strict: RuleInput = {
  id: 'strict',
  match: [{ field: 'attributes.order' }, { field: 'amount' }, { field: 'date' }, { field: 'reference' }],
}

/** The break of a source record and a target that differs from it. */
function breakBetween(source: Partial<CanonicalRecord>, target: Partial<CanonicalRecord>, rule = strict): BreakLine {
  const [left, right] = [
    { id: 's1', ...base, ...source },
    { id: 't1', ...base, ...target },
  ]
  const [found] = run({ source: [left], target: [right], rules: [rule] }).breaks
  if (found === undefined) throw new Error('The records of a test match')
  return found
}

describe('the hint', () => {
  it.each<[string, Partial<CanonicalRecord>, Partial<CanonicalRecord>]>([
    ['opposite_sign', { amount: '10' }, { amount: '-10' }],
    ['transposed', { amount: '10.02' }, { amount: '10.2' }],
    ['transposed', { amount: '-1274' }, { amount: '-1724' }],
    ['transposed', { amount: '0.54' }, { amount: '5.04' }],
    ['transposed', { amount: '0.1' }, { amount: '0.01' }],
    ['factor_10', { amount: '5' }, { amount: '50' }],
    ['factor_10', { amount: '12.5' }, { amount: '125' }],
    ['factor_100', { amount: '-1250' }, { amount: '-12.5' }],
    ['day_month_swapped', { date: '2026-03-01' }, { date: '2026-01-03' }],
    ['year_off', { date: '2026-03-01' }, { date: '2025-03-01' }],
    ['truncated', { reference: 'INV-0007' }, { reference: 'INV-0007-2' }],
    ['truncated', { reference: 'INV-0007' }, { reference: '0007' }],
    ['one_character', { reference: 'INV-0007' }, { reference: 'INV-0008' }],
    ['one_character', { reference: 'INV-0007' }, { reference: 'INV-007' }],
    ['one_character', { reference: '😀bcd' }, { reference: 'abcd' }],
    ['transposed', { reference: 'INV-0071' }, { reference: 'INV-0701' }],
  ])('is %s between %j and %j, whichever side has which', (hint, source, target) => {
    expect(breakBetween(source, target).hint).toBe(hint)
    expect(breakBetween(target, source).hint).toBe(hint)
  })

  it.each<[Partial<CanonicalRecord>, Partial<CanonicalRecord>]>([
    [{ amount: '10' }, { amount: '12' }],
    [{ amount: '12' }, { amount: '-21' }],
    [{ amount: '1234' }, { amount: '2143' }],
    [{ amount: '0' }, { amount: '10' }],
    [{ date: '2026-03-01' }, { date: '2026-03-02' }],
    [{ date: '2026-03-01' }, { date: '2025-01-03' }],
    [{ reference: 'INV-0007' }, { reference: 'INV-0789' }],
    [{ reference: 'A' }, { reference: 'ABC' }],
    [{ reference: 'T03' }, { reference: 'T05' }],
    [{ reference: 'INV-0071' }, { reference: 'INV-1700' }],
    [{ currency: 'EUR' }, { currency: 'EUX' }],
  ])('is absent between %j and %j', (source, target) => {
    expect(breakBetween(source, target)).not.toHaveProperty('hint')
  })

  it('reads amounts as the rule compares them', () => {
    const opposite: RuleInput = { match: [{ field: 'attributes.order' }, { field: 'amount', sign: 'opposite' }] }
    expect(breakBetween({ amount: '10' }, { amount: '10' }, opposite).hint).toBe('opposite_sign')
  })
})

describe('what the rule would need', () => {
  const needs = (source: Partial<CanonicalRecord>, target: Partial<CanonicalRecord>, criterion: object) =>
    breakBetween(source, target, { match: [{ field: 'attributes.order' }, { ...criterion }] }).failed?.needs
  const [ten, twelve] = [{ amount: '10' }, { amount: '12.07' }]

  it.each<[object, object | undefined]>([
    [{ field: 'amount' }, { tolerance: '2.07' }],
    [{ field: 'amount', tolerance: '0.05' }, { tolerance: '2.07' }],
    [{ field: 'amount', tolerance: '1.5%' }, { tolerance: '17.15%' }],
    [{ field: 'amount', tolerance: { percent: '1', of: 'source' } }, { tolerance: { percent: '20.7', of: 'source' } }],
    [{ field: 'amount', tolerance: { from: '-5', to: '1' } }, { tolerance: { from: '-5', to: '2.07' } }],
    [{ field: 'amount', tolerance: { from: '3', to: '4' } }, { tolerance: { from: '2.07', to: '4' } }],
    [
      { field: 'amount', tolerance: { absolute: '1', percent: '2' } },
      { tolerance: { absolute: '2.07', percent: '2', of: 'larger', combine: 'any' } },
    ],
    [
      { field: 'amount', tolerance: { absolute: '9', percent: '2', combine: 'all' } },
      { tolerance: { absolute: '9', percent: '17.15', of: 'larger', combine: 'all' } },
    ],
  ])('of an amount under %j is %j', (criterion, wanted) => {
    expect(needs(ten, twelve, criterion)).toEqual(wanted)
  })

  it('makes the pair match', () => {
    for (const tolerance of [
      '0.05',
      '1.5%',
      { from: '-5', to: '1' },
      { absolute: '1', percent: '2', combine: 'all' },
    ]) {
      const allowed = needs(ten, twelve, { field: 'amount', tolerance })
      const match = [{ field: 'attributes.order' }, { field: 'amount', ...allowed }]
      const given = { source: [{ id: 's1', ...base, ...ten }], target: [{ id: 't1', ...base, ...twelve }] }
      expect(run({ ...given, rules: [{ match }] }).matches).toHaveLength(1)
    }
  })

  it('is nothing where a percentage is of 0', () => {
    const zero = { field: 'amount', tolerance: { percent: '5', of: 'smaller' } }
    expect(needs({ amount: '0' }, twelve, zero)).toBeUndefined()
  })

  it.each<[object, object]>([
    [{ field: 'date' }, { days: 3 }],
    [{ field: 'date', days: 1 }, { days: 3 }],
    [{ field: 'date', days: { before: 9, after: 1 } }, { days: { before: 9, after: 3 } }],
    [{ field: 'date', days: { from: 4, to: 5 } }, { days: { from: 3, to: 5 } }],
  ])('of a date under %j is %j', (criterion, wanted) => {
    expect(needs({}, { date: '2026-03-04' }, criterion)).toEqual(wanted)
  })

  it('of a text that is alike is its similarity, and of an equal one nothing', () => {
    const alike = { field: 'reference', similarity: { method: 'levenshtein', min: '0.95' } }
    expect(needs({}, { reference: 'INV-0008' }, alike)).toEqual({ similarity: '0.875' })
    expect(needs({}, { reference: 'INV-0008' }, { field: 'reference' })).toBeUndefined()
  })

  it('of an absent value is another way with absent values', () => {
    const [absent, present] = [{ reference: undefined }, {}] as never as [Partial<CanonicalRecord>, object]
    expect(needs(absent, present, { field: 'reference' })).toEqual({ nulls: 'skip' })
    expect(needs(absent, absent, { field: 'reference' })).toEqual({ nulls: 'match' })
  })
})
