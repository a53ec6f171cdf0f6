import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bindCriterion } from '../../../../engine/rules/criteria/bound-criterion.ts'
import type { CriterionInput, RuleInput } from '../../../../engine/rules/language/written-form.ts'
import { affixOf, isAffix } from '../../oracle/text.ts'
import { outcome, pairs } from '../../support/brief.ts'
import { casesOf, checkLaw } from '../../support/law.ts'
import { faultsOf, policyOf, run, tableOf } from '../../support/run.ts'

const boundTo = (criterion: CriterionInput, source: string, target: string) => {
  const policy = policyOf([{ match: [criterion], ignoreAmount: true }])
  const [compiled] = policy.compiled[0]?.criteria ?? []
  if (compiled === undefined) throw new Error('The rule has a criterion')
  const tables = [source, target].map((reference, index) => tableOf([{ id: `r${index}`, reference }], policy))
  const [left, right] = tables
  if (left === undefined || right === undefined) throw new Error('There are two sides')
  return bindCriterion(compiled, { source: left, target: right })
}

const holds = (op: 'starts' | 'ends', source: string, target: string, min?: number): boolean =>
  boundTo({ field: 'reference', op, ...(min !== undefined && { min }) }, source, target).verdict(0, 0) === 'holds'

describe('starts and ends', () => {
  it.each<[string, string, boolean, boolean]>([
    ['INV-2026-0001', 'INV-2026-00017', true, false],
    ['INV-2026-00017', 'INV-2026-0001', true, false],
    ['INV-2026', 'INV-2026', true, true],
    ['INV-202', 'INV-2026', false, false],
    ['INV-202', 'INV-202', false, false],
    ['RE 77889900', '77889900', false, true],
    ['inv-2026-1', 'INV-2026-1', false, false],
    ['😀😀😀😀😀😀😀', '😀😀😀😀😀😀😀', false, false],
    ['😀😀😀😀😀😀😀😀', '😀😀😀😀😀😀😀😀9', true, false],
  ])('of %j and %j are %s and %s', (source, target, starts, ends) => {
    expect([holds('starts', source, target), holds('ends', source, target)]).toEqual([starts, ends])
  })

  it('take another least number of characters', () => {
    expect([holds('starts', 'INV1', 'INV12', 4), holds('starts', 'INV', 'INV12', 4)]).toEqual([true, false])
    expect(holds('ends', 'x INV-2026', 'INV-2026', 9)).toBe(false)
  })

  it('are as the naive reference has them, and the key is common to every pair that holds', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', '😀', '1'), { minLength: 1, maxLength: 8 })
      .map((all) => all.join(''))
    const related = fc.tuple(text, text, fc.constantFrom('starts', 'ends')).map(([own, more, op]) => ({
      op,
      pair: [own, op === 'starts' ? own + more : more + own] as const,
    }))
    const any = fc
      .tuple(text, text, fc.constantFrom('starts', 'ends'))
      .map(([a, b, op]) => ({ op, pair: [a, b] as const }))
    checkLaw(
      fc.property(fc.oneof(related, any), fc.constantFrom(4, 5, 6), ({ op, pair }, min) => {
        const bound = boundTo({ field: 'reference', op, min }, ...pair)
        const verdict = bound.verdict(0, 0)
        expect(verdict === 'holds').toBe(isAffix(op, min, pair))
        const parts = [bound.sourceValue(0), bound.targetValue(0)].map((value) => value && bound.keyPart(value))
        expect(parts).toEqual(pair.map((each) => affixOf(op, min, each)))
        if (verdict === 'holds') expect(parts[0]).toBe(parts[1])
      }),
      casesOf({ short: 50, long: 5_000 }),
    )
  })
})

describe('a rule with starts', () => {
  const match: CriterionInput[] = [{ field: 'reference', op: 'starts' }, { field: 'amount' }]
  const record = (id: string, reference: string, amount = '10') => ({ id, reference, amount, currency: 'EUR' })

  it('needs no other key', () => {
    expect(
      outcome({ source: [record('s', 'INV-2026-0001')], target: [record('t', 'INV-2026')], rules: [{ match }] }),
    ).toEqual(['s=t by rule-1'])
  })

  it('compares the rest of texts that begin alike', () => {
    const source = [record('s1', 'INV-2026-0001'), record('s2', 'INV-2026-0002')]
    const target = [record('t1', 'INV-2026-00019'), record('t2', 'INV-2026-0002X')]
    expect(pairs({ source, target, rules: [{ match }] })).toEqual(['s1=t1 by rule-1', 's2=t2 by rule-1'])
  })

  it('leaves a tie where a text begins two', () => {
    const target = [record('t1', 'INV-2026-01'), record('t2', 'INV-2026-02')]
    expect(outcome({ source: [record('s', 'INV-2026')], target, rules: [{ match }] })).toEqual(['ambiguous s/t1,t2'])
  })

  it('gives high evidence, of equal texts too', () => {
    const given = { source: [record('s', 'INV-2026')], target: [record('t', 'INV-2026')], rules: [{ match }] }
    expect(run(given).matches.map(({ confidence }) => confidence)).toEqual(['high'])
  })

  it('is explained by the amount that keeps two records apart', () => {
    const target = [record('t', 'INV-2026-0001', '11')]
    expect(outcome({ source: [record('s', 'INV-2026')], target, rules: [{ match }] })).toEqual(['amount_mismatch s/t'])
  })

  it.each(['skip', 'match', 'fail'] as const)('fails on texts of too few characters when nulls is %s', (nulls) => {
    const rules: RuleInput[] = [{ match: [{ ...match[0], nulls }, { field: 'amount' }] }]
    const absent = { id: 't', amount: '10', currency: 'EUR' }
    const between = (source: string, target: object) =>
      pairs({ source: [record('s', source)], target: [{ ...absent, ...target }], rules })
    expect(between('A', { reference: 'B' })).toEqual([])
    expect(between('A', { reference: 'A' })).toEqual([])
    expect(between('INV-1', { reference: 'INV-2026-1' })).toEqual([])
    expect(between('A', {})).toEqual(nulls === 'skip' ? ['s=t by rule-1'] : [])
  })

  it('says how few characters would do where a text is too short, and nothing below four', () => {
    const rules = [{ match }]
    const dated = (id: string, reference: string) => ({ ...record(id, reference), date: '2026-03-01' })
    const needed = (source: string, target: string) =>
      run({ source: [dated('s', source)], target: [dated('t', target)], rules }).breaks.map(
        ({ failed }) => failed && (failed.needs ?? null),
      )
    expect(needed('INV-2', 'INV-2026-1')).toEqual([{ min: 5 }, { min: 5 }])
    expect(needed('INV', 'INV-2026-1')).toEqual([null, null])
    expect(needed('INV-3', 'INV-2026-1')).toEqual([null, null])
  })

  it('may find subsets', () => {
    const rule: RuleInput = {
      cardinality: '1:n',
      select: 'subset',
      sum: {},
      match: [{ field: 'reference', op: 'starts' }],
    }
    const target = [record('t1', 'INV-2026-1', '6'), record('t2', 'INV-2026-2', '4'), record('t3', 'INV-2026-3', '7')]
    expect(pairs({ source: [record('s', 'INV-2026')], target, rules: [rule] })).toEqual(['s=t1,t2 by rule-1'])
  })
})

describe('a criterion is refused', () => {
  const sum = {}
  it.each<[string, RuleInput, string, string]>([
    [
      'with starts on an amount',
      { match: [{ field: 'amount', op: 'starts' }] },
      '/match/0/op',
      'Only text begins or ends text, this is a decimal',
    ],
    [
      'with min on a date',
      { match: [{ field: 'date', min: 8 }] },
      '/match/0/min',
      'Only text begins or ends text, this is a date',
    ],
    [
      'with min beside equals',
      { match: [{ field: 'reference', min: 8 }] },
      '/match/0/min',
      'Got min beside equals, wanted starts or ends',
    ],
    [
      'with min beside contains',
      { match: [{ field: 'reference', op: 'contains', min: 8 }] },
      '/match/0/min',
      'Got min beside contains, wanted starts or ends',
    ],
    [
      'with ends beside a tolerance',
      { match: [{ field: 'amount', op: 'ends', tolerance: 1 }] },
      '/match/0/op',
      'Got ends beside a tolerance, days or business days, wanted near',
    ],
    [
      'with starts in a key group',
      { cardinality: '1:n', sum, match: [{ field: 'reference', op: 'starts' }] },
      '/match/0/op',
      'Records that are only alike are no group: wanted equals, a tolerance or days',
    ],
    [
      'with starts on the currency',
      { match: [{ sourceField: 'currency', targetField: 'attributes.iso', op: 'starts', nulls: 'skip' }] },
      '/match/0/op',
      'Got starts on the currency, which has three letters: wanted equals',
    ],
    [
      'with no key but starts that is skipped',
      { match: [{ field: 'reference', op: 'starts', nulls: 'skip' }], ignoreAmount: true },
      '',
      'Wanted an exact criterion',
    ],
  ])('%s', (_, rule, pointer, detail) => {
    const faults = faultsOf([rule])
    expect(faults.map((fault) => fault.pointer)).toContain(`/0${pointer}`)
    expect(faults.map((fault) => fault.detail).join('\n')).toContain(detail)
  })
})
