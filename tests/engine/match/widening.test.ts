import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finish } from '../../../engine/base/slices.ts'
import type { Block } from '../../../engine/match/blocks/blocks.ts'
import { blocksOf } from '../../../engine/match/blocks/key-groups.ts'
import { type Candidates, candidatesOf, isTooLarge } from '../../../engine/match/candidates/candidates.ts'
import type { BoundRule } from '../../../engine/match/state/bound-rule.ts'
import { createRunState } from '../../../engine/match/state/open-run-state.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { BySide } from '../../../engine/record/side.ts'
import type { Interval } from '../../../engine/rules/criteria/intervals.ts'
import { totalsThatHold } from '../../../engine/rules/criteria/sum-totals.ts'
import { similarityMethods } from '../../../engine/rules/language/criterion-form.ts'
import type { CriterionInput, RuleInput } from '../../../engine/rules/language/written-form.ts'
import { checkLaw } from '../support/law.ts'
import { policyOf, run, tableOf } from '../support/run.ts'

/** Widening a tolerance, days or a similarity never removes a candidate, whatever form it is written in. */

type Sides = BySide<readonly CanonicalRecord[]>

/** A member of a criterion, strict and loose: every pair that meets the strict one meets the loose one. */
interface Widening<Value> {
  readonly narrow: Value
  readonly wide: Value
}

describe('a pair stays a candidate', () => {
  it('when a tolerance is widened', () => {
    checkLaw(
      fc.property(sidesOf(amounts), widerTolerance(), modes, (sides, tolerance, { sign, nulls }) => {
        expectKept(sides, tolerance, (value) => ({ match: [{ field: 'amount', tolerance: value, sign, nulls }] }))
      }),
    )
  })

  it('when the tolerance of a sum is widened', () => {
    checkLaw(
      fc.property(sidesOf(amounts), widerTolerance(), modes, (sides, tolerance, { sign }) => {
        const terms = [{ field: 'amount' }, { percent: '2.5', of: 'amount' }]
        expectKept(sides, tolerance, (value) => ({
          match: [{ field: 'currency' }],
          sum: { source: terms, tolerance: value, sign },
        }))
      }),
    )
  })

  it('when days are widened', () => {
    checkLaw(
      fc.property(sidesOf(dates), widerDays(), modes, (sides, days, { nulls }) => {
        expectKept(sides, days, (value) => ({ match: [{ field: 'date', days: value, nulls }] }))
      }),
    )
  })

  it('when fewer characters have to be there of texts that begin or end alike', () => {
    const mins = ascending(2, ['4', '5', '6', '8', '11'])
    checkLaw(
      fc.property(sidesOf(texts), mins, fc.constantFrom('starts', 'ends'), (sides, [low = '4', high = '4'], op) => {
        const widening = { narrow: Number(high), wide: Number(low) }
        expectKept(sides, widening, (min) => ({ ignoreAmount: true, match: [{ field: 'description', op, min }] }))
      }),
    )
  })

  it('when business days are widened', () => {
    checkLaw(
      fc.property(sidesOf(dates), widerDays(), modes, (sides, days, { nulls }) => {
        expectKept(sides, days, (value) => ({
          match: [{ field: 'date', businessDays: value, calendar: 'target', nulls }],
        }))
      }),
    )
  })

  it('when a similarity is lowered, among few texts and among those that an index finds', () => {
    const countMax = fc.constantFrom(6, 6, 6, 6, indexedCount)
    const cases = countMax.chain((count) =>
      fc.record({ sides: sidesOf(texts, count), widening: lowerSimilarity(), nulls: fc.constantFrom(...nullModes) }),
    )
    checkLaw(
      fc.property(cases, ({ sides, widening, nulls }) => {
        expectKept(sides, widening, (similarity) => ({
          match: [{ field: 'account' }, { field: 'description', similarity, nulls }],
        }))
      }),
    )
  })
})

it('a group still matches when the tolerance of its sum or its days are widened', () => {
  const fields = fc.record({ amount: amounts, date: dates, reference: fc.constantFrom('a', 'b') }).map(merged)
  const cardinality = fc.constantFrom('1:n' as const, 'n:1' as const, 'n:m' as const)
  checkLaw(
    fc.property(sidesOf(fields, 5), widerTolerance(), widerDays(), cardinality, (sides, tolerance, days, kind) => {
      const groupsOf = (sum: typeof tolerance.wide, window: typeof days.wide) => {
        const match = [{ field: 'reference' }, { field: 'date', days: window }]
        return run({ ...sides, rules: [{ cardinality: kind, match, sum: { tolerance: sum } }] }).matches.map(
          ({ source, target }) => `${source}/${target}`,
        )
      }
      const found = groupsOf(tolerance.wide, days.wide)
      expect(groupsOf(tolerance.narrow, days.narrow).filter((group) => !found.includes(group))).toEqual([])
    }),
  )
})

it('a total that a subset may have is kept when the tolerance of its sum is widened', () => {
  const units = fc.bigInt({ min: -4_000n, max: 4_000n })
  const side = fc.constantFrom('source' as const, 'target' as const)
  checkLaw(
    fc.property(widerTolerance(), modes, side, units, ({ narrow, wide }, { sign }, known, own) => {
      const totalsOf = (tolerance: typeof narrow) => {
        const sum = policyOf([{ match: [{ field: 'reference' }], sum: { tolerance, sign } }]).rules[0]?.sum
        if (sum === undefined) throw new Error('The rule has a sum')
        return totalsThatHold(sum, { side: known, units: own, scale: 2 })
      }
      const wider = totalsOf(wide)
      const isKept = ({ from, to }: Interval) => wider.some((each) => each.from <= from && each.to >= to)
      // An interval without a whole unit contains no total.
      expect(totalsOf(narrow).filter((each) => each.from <= each.to && !isKept(each))).toEqual([])
    }),
  )
})

/** Expects every candidate of the rule with the narrow value to be a candidate with the wide one. */
function expectKept<Value>(
  sides: Sides,
  { narrow, wide }: Widening<Value>,
  ruleWith: (value: Value) => RuleInput,
): void {
  const found = candidatePairs(sides, ruleWith(wide))
  expect([...candidatePairs(sides, ruleWith(narrow))].filter((pair) => !found.has(pair))).toEqual([])
}

/** The candidates of a rule over all records, as `source row/target row`. */
function candidatePairs({ source, target }: Sides, rule: RuleInput): ReadonlySet<string> {
  const policy = policyOf([rule])
  const state = createRunState(tableOf(source, policy), tableOf(target, policy), policy)
  const pairsIn = (bound: BoundRule, block: Block) => pairsOf(block, finish(candidatesOf(state, bound, block)))
  return new Set(state.rules.flatMap((bound) => blocksOf(bound, state).flatMap((block) => pairsIn(bound, block))))
}

function pairsOf(block: Block, found: Candidates): string[] {
  if (isTooLarge(found)) throw new Error('A small block is not too large')
  const rows = (source: number, target: number): string[] =>
    (block.source[source]?.rows ?? []).flatMap((s) => (block.target[target]?.rows ?? []).map((t) => `${s}/${t}`))
  if (found === 'complete')
    return [...block.source.keys()].flatMap((s) => [...block.target.keys()].flatMap((t) => rows(s, t)))
  return Array.from({ length: found.count }, (_, index) =>
    rows(found.source[index] ?? 0, found.target[index] ?? 0),
  ).flat()
}

type Fields = Partial<Pick<CanonicalRecord, 'amount' | 'date' | 'description' | 'reference'>>

const merged = (fields: { readonly [part: string]: Fields | string }): Fields =>
  Object.assign(
    {},
    ...Object.entries(fields).map(([name, part]) => (typeof part === 'string' ? { [name]: part } : part)),
  )

/** Records a side from which on an index finds similar texts. */
const indexedCount = 40

function sidesOf(fields: fc.Arbitrary<Fields>, countMax = 6): fc.Arbitrary<Sides> {
  const side = fc.array(fields, { minLength: countMax < indexedCount ? 2 : countMax, maxLength: countMax }).map((all) =>
    all.map(
      (each, index): CanonicalRecord => ({
        id: `r${index}`,
        currency: 'EUR',
        account: 'main',
        ...each,
      }),
    ),
  )
  return fc.record({ source: side, target: side })
}

/** Amounts that often meet each other's bounds: a few whole ones of either sign, some with cents, and one beyond 2^53 units. */
const amounts = fc.oneof(
  { arbitrary: fc.integer({ min: -20, max: 20 }).map((units): Fields => ({ amount: String(units) })), weight: 6 },
  {
    arbitrary: fc.constantFrom('9.98', '10.02', '10.5', '9007199254740993').map((amount): Fields => ({ amount })),
    weight: 2,
  },
  { arbitrary: fc.constant<Fields>({}), weight: 1 },
)

const dates = fc.oneof(
  { arbitrary: fc.integer({ min: 10, max: 28 }).map((day): Fields => ({ date: `2026-02-${day}` })), weight: 6 },
  { arbitrary: fc.constant<Fields>({}), weight: 1 },
)

const texts = fc.oneof(
  {
    arbitrary: fc
      .array(fc.constantFrom('ab', 'a', 'b', ' ', 'ba ', 'abc'), { minLength: 1, maxLength: 8 })
      .map((parts): Fields => ({ description: `x${parts.join('')}` })),
    weight: 8,
  },
  { arbitrary: fc.constant<Fields>({}), weight: 1 },
)

const nullModes = ['fail', 'fail', 'skip', 'match'] as const
const modes = fc.record({
  sign: fc.constantFrom('same' as const, 'opposite' as const, 'absolute' as const),
  // A window under skip is no blocking key, so that such a rule is refused.
  nulls: fc.constantFrom('fail' as const, 'match' as const),
})

type ToleranceInput = NonNullable<CriterionInput['tolerance']>

/** `count` of some decimals, ascending. */
const ascending = (count: number, from: readonly string[]): fc.Arbitrary<string[]> =>
  fc
    .array(fc.constantFrom(...from), { minLength: count, maxLength: count })
    .map((drawn) => drawn.sort((a, b) => Number(a) - Number(b)))

const sizes = ['0', '0.02', '0.5', '1', '2.5', '10', '20', '1000']
const percents = ['0', '0.1', '2.5', '5', '50', '99.99', '100', '150', '1000']

function widerTolerance(): fc.Arbitrary<Widening<ToleranceInput>> {
  const bound = fc.record({ sizes: ascending(2, sizes), percents: ascending(2, percents) })
  const base = fc.constantFrom('source' as const, 'target' as const, 'larger' as const, 'smaller' as const)
  const widenings = bound.chain(({ sizes: [a = '0', b = '0'], percents: [p = '0', q = '0'] }) =>
    base.chain((of) =>
      fc.constantFrom<Widening<ToleranceInput>[]>(
        { narrow: a, wide: b },
        { narrow: `${p}%`, wide: `${q}%` },
        { narrow: { percent: p, of }, wide: { percent: q, of } },
        { narrow: { percent: p, of }, wide: { percent: q, of: 'larger' } },
        { narrow: { percent: p, of: 'smaller' }, wide: { percent: q, of } },
        { narrow: { absolute: a, percent: p, of }, wide: { absolute: b, percent: q, of } },
        {
          narrow: { absolute: a, percent: p, of, combine: 'all' },
          wide: { absolute: b, percent: q, of, combine: 'all' },
        },
        {
          narrow: { absolute: a, percent: p, of, combine: 'all' },
          wide: { absolute: b, percent: q, of, combine: 'any' },
        },
        { narrow: { absolute: a, percent: p, of, combine: 'all' }, wide: { absolute: b } },
        { narrow: { absolute: a, percent: p, of, combine: 'all' }, wide: { percent: q, of } },
        { narrow: { absolute: a }, wide: { absolute: b, percent: p, of } },
        { narrow: { percent: p, of }, wide: { absolute: a, percent: q, of } },
        { narrow: { from: `-${a}`, to: a }, wide: b },
        { narrow: a, wide: { from: `-${b}`, to: b } },
      ),
    ),
  )
  const bounds = ascending(4, ['-20', '-10', '-1', '-0.02', '0', '0.02', '1', '10', '20'])
  const signed = bounds.map(([a = '0', b = '0', c = '0', d = '0']) => ({
    narrow: { from: b, to: c },
    wide: { from: a, to: d },
  }))
  const shares = ascending(4, ['-150', '-100', '-10', '-1', '-0.02', '0', '0.02', '1', '10', '100', '150'])
  const inPercent = fc
    .tuple(shares, fc.constantFrom<Widening<string>[]>({ narrow: '%', wide: '%' }, { narrow: '', wide: '' }))
    .map(([[a = '0', b = '0', c = '0', d = '0'], unit]) => ({
      narrow: { from: `${b}%`, to: `${c}${unit.narrow}` },
      wide: { from: `${a}%`, to: `${d}${unit.wide}` },
    }))
    .filter(({ narrow: { from, to } }) => to.endsWith('%') || !(Number.parseFloat(from) >= 0 && to.startsWith('-')))
  return fc.oneof(
    { arbitrary: widenings, weight: 3 },
    { arbitrary: signed, weight: 1 },
    { arbitrary: inPercent, weight: 1 },
  )
}

type Days = NonNullable<CriterionInput['days']>

function widerDays(): fc.Arbitrary<Widening<Days>> {
  const count = fc.nat(8)
  return fc
    .tuple(count, count, count, count)
    .chain(([before, after, more, most]) =>
      fc.constantFrom<Widening<Days>[]>(
        { narrow: before, wide: before + more },
        { narrow: { before, after }, wide: { before: before + more, after: after + most } },
        { narrow: before, wide: { before: before + more, after: before + most } },
        { narrow: { before, after }, wide: Math.max(before, after) + more },
        { narrow: { from: more, to: more + after }, wide: { from: more - before, to: more + after + most } },
        { narrow: { from: -more - before, to: -more }, wide: { before: more + before, after: most } },
      ),
    )
}

type Similarity = NonNullable<CriterionInput['similarity']>

function lowerSimilarity(): fc.Arbitrary<Widening<Similarity>> {
  const method = fc.constantFrom(...similarityMethods)
  const mins = ascending(2, ['0', '0.4', '0.6', '0.65', '0.7', '0.75', '0.8', '0.85', '0.9', '1'])
  return fc.tuple(method, mins).map(([each, [low = '0', high = '0']]) => ({
    narrow: { method: each, min: high },
    wide: { method: each, min: low },
  }))
}
