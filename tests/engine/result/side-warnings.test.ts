import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addFacts, factsOf, noFacts } from '../../../engine/pieces/side-facts.ts'
import { reconcile } from '../../../engine/reconcile.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { amountSizes, commonSizes } from '../../../engine/result/amount-sizes.ts'
import { daysFound } from '../../../engine/result/side-warnings.ts'
import type { RuleSetInput } from '../../../engine/rules/language/written-form.ts'
import { checkLaw } from '../support/law.ts'
import { type Case, policyOf, reconcileCase, tableOf } from '../support/reconcile-case.ts'
import { sha256 } from '../support/sha256.ts'

const paid = (side: string, amounts: readonly string[], rest: Partial<CanonicalRecord> = {}): CanonicalRecord[] =>
  amounts.map((amount, index) => ({ id: `${side}${index}`, amount, currency: 'EUR', reference: `R${index}`, ...rest }))
const out = ['-10', '-20.5', '-30', '-41']
const into = ['10', '20.50', '30', '41']

const warningsOf = (given: Omit<Case, 'rules'> & { readonly rules?: RuleSetInput }) =>
  reconcileCase({ rules: [{ match: [{ field: 'reference' }] }], ...given }, sha256).warnings
const codesOf = (given: Parameters<typeof warningsOf>[0]) => warningsOf(given).map(({ code }) => code)

describe('sides whose amounts have opposite signs', () => {
  it('are told, as no rule matches them', () => {
    expect(warningsOf({ source: paid('s', out), target: paid('t', into) })).toEqual([
      {
        code: 'sides_mirrored',
        detail:
          'Amounts of source and target meet under opposite signs: turn the signs of one side, or exchange its columns.',
      },
    ])
  })

  const rules: RuleSetInput = { form: 'rules', rules: [{ match: [{ field: 'account' }] }] }

  it('are told as well where the policy turns a side that fits as it is', () => {
    const turned: RuleSetInput = { ...rules, referenceData: { signs: { target: 'turned' } } }
    expect(codesOf({ source: paid('s', out), target: paid('t', out), rules: turned })).toContain('sides_mirrored')
    expect(codesOf({ source: paid('s', out), target: paid('t', into), rules: turned })).not.toContain('sides_mirrored')
  })

  it.each<[string, Parameters<typeof warningsOf>[0]]>([
    [
      'a rule compares opposite signs',
      {
        source: paid('s', out),
        target: paid('t', into),
        rules: { form: 'rules', rules: [{ match: [{ field: 'account' }, { field: 'amount', sign: 'opposite' }] }] },
      },
    ],
    [
      'other sizes meet under equal signs',
      { source: paid('s', [...out, '7']), target: paid('t', [...into, '7']), rules },
    ],
    ['only two sizes meet', { source: paid('s', out.slice(0, 2)), target: paid('t', into.slice(0, 2)), rules }],
    [
      'few sizes meet',
      {
        source: paid('s', [...out, '1', '2', '3', '4', '5']),
        target: paid('t', [...into.slice(1), '-71', '-72', '-73', '-74', '-75']),
        rules,
      },
    ],
  ])('are not told where %s', (_, given) => {
    expect(codesOf(given)).not.toContain('sides_mirrored')
  })
})

describe('a currency that one side lacks', () => {
  const bare = into.map((amount, index) => ({ id: `t${index}`, amount, reference: `R${index}` }))

  it('is told with the side that lacks it', () => {
    expect(warningsOf({ source: paid('s', into), target: bare })).toMatchObject([
      { code: 'currency_on_one_side', side: 'target' },
    ])
  })

  it('is told to be compared by no rule where each passes over absent ones', () => {
    const skip = { field: 'currency', nulls: 'skip' } as const
    const rules: RuleSetInput = { form: 'rules', rules: [{ match: [{ field: 'reference' }, skip] }] }
    const [warning] = warningsOf({ source: paid('s', into), target: bare, rules })
    expect(warning?.detail).toMatch(/: the rules compare no currencies\.$/)
  })

  it('is not told where no rule compares currencies', () => {
    const rules: RuleSetInput = { form: 'rules', rules: [{ match: [{ field: 'reference' }], crossCurrency: true }] }
    expect(codesOf({ source: paid('s', into), target: bare, rules })).toEqual([])
  })
})

describe('periods without a common day', () => {
  const given = {
    source: paid('s', into, { date: '2026-02-27' }),
    target: paid('t', ['1', '2', '3', '4'], { date: '2026-03-02' }),
  }

  it('are told with their days', () => {
    expect(warningsOf(given)).toMatchObject([
      { code: 'periods_apart', detail: expect.stringContaining('2026-02-27 to 2026-02-27') },
    ])
  })

  it('are not told where they meet on one day, or most records are matched', () => {
    const [first, ...others] = given.target
    expect(codesOf({ ...given, target: [{ ...first, id: 't0', date: '2026-02-27' }, ...others] })).toEqual([])
    expect(codesOf({ ...given, target: paid('t', into, { date: '2026-03-02' }) })).toEqual([])
  })
})

it('the same records on both sides are told by their roots', () => {
  const policy = policyOf([{ match: [{ field: 'reference' }] }])
  const table = tableOf(paid('s', into), policy)
  const codes = (root: string) =>
    reconcile({ source: { table, root: 'aa' }, target: { table, root }, policy, sha256 }).warnings.map(
      ({ code }) => code,
    )
  expect(codes('aa')).toEqual(['same_records'])
  expect(codes('bb')).toEqual([])
})

it('facts of parts add up to those of the whole', () => {
  const policy = policyOf([])
  const record = fc.record({ cents: fc.integer({ min: -9_000, max: 9_000 }), day: fc.integer({ min: 1, max: 28 }) })
  checkLaw(
    fc.property(
      fc.array(record, { maxLength: 3_000, size: 'max' }),
      fc.integer({ min: 1, max: 900 }),
      (drawn, size) => {
        const records = drawn.map(({ cents, day }, index) => ({
          id: `r${index}`,
          amount: String(cents / 100),
          date: `2026-03-${String(day).padStart(2, '0')}`,
        }))
        const whole = tableOf(records, policy)
        let facts = noFacts
        for (let start = 0; start < records.length; start += size)
          facts = addFacts(facts, factsOf(tableOf(records.slice(start, start + size), policy), 'source', policy))
        expect(facts.sizes).toEqual(amountSizes(whole))
        expect(facts.days).toEqual(daysFound(whole))
        const mirrored = {
          source: facts.sizes,
          target: { positive: facts.sizes.negative, negative: facts.sizes.positive },
        }
        const { opposite, least } = commonSizes(mirrored)
        expect(opposite).toBe(least)
      },
    ),
    { short: 5, long: 200 },
  )
})

it.each([4_096, 4_097])('names of parts are those of the whole, of %d names in any order', (count) => {
  const policy = policyOf([])
  const named = (start: number, end: number) =>
    factsOf(
      tableOf(
        Array.from({ length: end - start }, (_, index) => ({
          ...{ id: `r${start + index}`, amount: '1' },
          counterparty: `Name ${start + index}`,
        })),
        policy,
      ),
      'source',
      policy,
    )
  const whole = named(0, count).names
  const parts = [named(0, 1_000), named(500, 2_500), named(2_000, count)]
  for (const order of [parts, parts.toReversed()]) {
    const { names } = order.reduce(addFacts, noFacts)
    expect(names?.toSorted()).toEqual(whole?.toSorted())
  }
  expect(whole?.length).toBe(count > 4_096 ? undefined : count)
})
