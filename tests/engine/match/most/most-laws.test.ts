import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../../engine/record/record.ts'
import type { RuleInput } from '../../../../engine/rules/language/written-form.ts'
import { checkLaw } from '../../support/law.ts'
import { mirrorRules, readFrom } from '../../support/mirror.ts'
import { mostByTrying } from '../../support/most-by-trying.ts'
import { type Result, run } from '../../support/run.ts'

const days = 3

/** Up to seven records of four days and two amounts: twins, ties and chains among them. */
const side = (name: string): fc.Arbitrary<CanonicalRecord[]> =>
  fc
    .array(fc.record({ day: fc.integer({ min: 1, max: 7 }), cents: fc.constantFrom('10', '10.01') }), { maxLength: 7 })
    .map((drawn) =>
      drawn.map(({ day, cents }, index) => ({
        id: `${name}${index}`,
        amount: cents,
        currency: 'EUR',
        date: `2026-03-0${day}`,
      })),
    )
const rule = fc.record({
  id: fc.constant('most'),
  assign: fc.constant('most' as const),
  action: fc.constantFrom('match' as const, 'match' as const, 'suggest' as const),
  ambiguous: fc.constantFrom('review' as const, 'defer' as const),
  match: fc.constantFrom<NonNullable<RuleInput['match']>[]>(
    [{ field: 'amount' }, { field: 'date', days }],
    [
      { field: 'amount', tolerance: '0.01' },
      { field: 'date', days },
    ],
    [
      { field: 'amount', tolerance: '0.01' },
      { field: 'date', days: { before: 0, after: days } },
    ],
  ),
})
const given = fc.record({ source: side('s'), target: side('t'), rules: fc.tuple(rule) })
const afterHeader = ({ text }: Result): string => text.slice(text.indexOf('\n'))

it('writes the same lines whatever the order of the records', () => {
  const orders = given.chain((each) =>
    fc.record({
      each: fc.constant(each),
      source: fc.shuffledSubarray(each.source, { minLength: each.source.length }),
      target: fc.shuffledSubarray(each.target, { minLength: each.target.length }),
    }),
  )
  checkLaw(
    fc.property(orders, ({ each, source, target }) => {
      expect(afterHeader(run({ ...each, source, target }))).toBe(afterHeader(run(each)))
    }),
  )
})

it('is mirrored when sides and rules are', () => {
  checkLaw(
    fc.property(given, ({ source, target, rules }) => {
      const mirrored = run({ source: target, target: source, rules: mirrorRules(rules) })
      expect(readFrom('target', mirrored)).toEqual(readFrom('source', run({ source, target, rules })))
    }),
  )
})

it('matches the pairs of all best matchings and holds what is left of the nodes where they differ', () => {
  checkLaw(
    fc.property(side('s'), side('t'), (source, target) => {
      const [sources, targets] = [nodesOf(source), nodesOf(target)]
      const edges = sources.flatMap((s, from) =>
        targets.flatMap((t, to) => {
          const distance = Math.abs(dayOf(s[0]) - dayOf(t[0]))
          return s[0]?.amount === t[0]?.amount && distance <= days
            ? [{ source: from, target: to, rank: [distance] }]
            : []
        }),
      )
      const size = (records: readonly CanonicalRecord[]) => records.length
      const wanted = mostByTrying({ supplies: sources.map(size), demands: targets.map(size), edges })
      const match: RuleInput['match'] = [{ field: 'amount' }, { field: 'date', days }]
      const { matches, breaks } = run({ source, target, rules: [{ assign: 'most', match }] })
      const holds = (records: readonly CanonicalRecord[] | undefined, [id]: readonly string[]): boolean =>
        records?.some((record) => record.id === id) ?? false
      const counts = edges.map(
        (edge) =>
          matches.filter((line) => holds(sources[edge.source], line.source) && holds(targets[edge.target], line.target))
            .length,
      )
      expect(counts).toEqual(wanted.common)
      const tied = edges.filter((_, edge) => wanted.varying[edge] === 1)
      const ids = (nodes: readonly CanonicalRecord[][], end: 'source' | 'target'): string[] =>
        [...new Set(tied.map((edge) => edge[end]))]
          .flatMap((node) => (nodes[node] ?? []).map(({ id }) => id))
          .filter((id) => !matches.some((line) => line[end].includes(id)))
          .sort()
      const held = breaks.filter(({ reason }) => reason === 'ambiguous')
      expect(held.flatMap((line) => line.source ?? []).sort()).toEqual(ids(sources, 'source'))
      expect(held.flatMap((line) => line.target ?? []).sort()).toEqual(ids(targets, 'target'))
    }),
  )
})

const dayOf = (record: CanonicalRecord | undefined): number => Number(record?.date?.slice(-2))

/** Twins by day and amount: these records have no other field. */
const nodesOf = (records: readonly CanonicalRecord[]): CanonicalRecord[][] => [
  ...Map.groupBy(records, ({ amount, date }) => `${amount} ${date}`).values(),
]
