import fc from 'fast-check'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { CriterionInput, RuleInput, SumInput } from '../../../engine/rules/language/written-form.ts'
import type { OracleCase } from './oracle-case.ts'
import type { Both } from './values.ts'

/** Records that differ in very little, so that a rule has many candidates, many of them twins, and must choose. */

const ids = ['a', 'b', 'B', 'c10', 'c9', 'é', '\uffee', '😀']

const values = (amounts: readonly string[]) =>
  fc.record({
    amount: fc.constantFrom(...amounts),
    reference: fc.constantFrom('R', 'R', 'R', 'R', 'Q'),
    counterparty: fc.constantFrom('Acme', 'Acme', 'Acme Ltd', 'Acne Ltd'),
    currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'EUR', 'EUR', 'USD'),
    date: fc.constantFrom('2026-03-01', '2026-03-01', '2026-03-02', '2026-03-03'),
    timestamp: fc.constantFrom(undefined, undefined, undefined, '2026-03-01T09:00:00Z', '2026-03-01T08:00:00Z'),
  })

interface Drawn {
  readonly timestamp?: string | undefined
}

const recordOf = (id: string, { timestamp, ...rest }: Drawn = {}): CanonicalRecord => ({
  id,
  ...rest,
  ...(timestamp && { attributes: { timestamp } }),
})

/** Records drawn from fewer sets of values than there are records. */
const side = (amounts: readonly string[], countMin: number, countMax: number): fc.Arbitrary<CanonicalRecord[]> =>
  fc
    .array(values(amounts), { minLength: 2, maxLength: 4, size: 'max' })
    .chain((variants) =>
      fc
        .shuffledSubarray(ids, { minLength: countMin, maxLength: countMax })
        .chain((chosen) =>
          fc
            .array(fc.constantFrom(...variants), { minLength: chosen.length, maxLength: chosen.length })
            .map((drawn) => chosen.map((id, index) => recordOf(id, drawn[index]))),
        ),
    )

const caseOf = (sides: fc.Arbitrary<Both<CanonicalRecord[]>>, rules: fc.Arbitrary<RuleInput[]>) =>
  fc.record({ sides, rules }).map(({ sides, rules }): OracleCase => ({ ...sides, rules: { form: 'rules', rules } }))

/** A rule and, half of the time, another after it, which may take what the first has left. */
const oneOrTwo = (rule: fc.Arbitrary<RuleInput>): fc.Arbitrary<RuleInput[]> =>
  fc.oneof(fc.tuple(rule), fc.tuple(rule, rule))

const handling = fc
  .record({
    action: fc.constantFrom<RuleInput['action'][]>('match', 'match', 'match', 'suggest'),
    ambiguous: fc.constantFrom<RuleInput['ambiguous'][]>('review', 'defer'),
    crossCurrency: fc.boolean(),
  })
  .map(({ crossCurrency, ...rest }): RuleInput => ({ ...rest, ...(crossCurrency && { crossCurrency }) }))

const windows = fc.constantFrom<CriterionInput[][]>(
  [{ field: 'reference' }, { field: 'amount', tolerance: '0.02' }],
  [{ field: 'reference' }, { field: 'amount', tolerance: '0.5%' }],
  [{ field: 'reference' }, { field: 'date', days: 1 }],
  [{ field: 'reference' }, { field: 'date', days: { before: 0, after: 2 } }, { field: 'amount', tolerance: 1 }],
  [
    { field: 'date', days: 2 },
    { field: 'amount', tolerance: { from: '-0.01', to: '0.04' } },
  ],
  [
    { field: 'date', days: 1 },
    { field: 'reference', nulls: 'skip' },
    { field: 'amount', tolerance: '0.01' },
  ],
  [{ field: 'reference' }, { field: 'counterparty', similarity: { method: 'levenshtein', min: '0.5' } }],
  [{ field: 'reference' }, { field: 'date' }],
  [{ field: 'counterparty' }, { field: 'id' }],
)

/** Pairs that a rule has to choose among, mostly by `assign: "most"`. */
export const choiceCase = caseOf(
  fc
    .constant(['10', '10.01', '10.02', '10.04'])
    .chain((amounts) => fc.record({ source: side(amounts, 2, 6), target: side(amounts, 2, 6) })),
  oneOrTwo(
    fc
      .record({
        handling,
        match: windows,
        assign: fc.constantFrom<RuleInput['assign'][]>('most', 'most', 'closest'),
        picksBest: fc.boolean(),
        ignoreAmount: fc.boolean(),
        rank: fc.constantFrom<RuleInput['rank'][]>(undefined, undefined, 'as-written', ['days'], ['amount', 'skipped']),
      })
      .map(({ handling, picksBest, ignoreAmount, rank, ...rest }) => ({
        ...handling,
        ...rest,
        ...(picksBest && handling.action === 'match' && rest.assign === 'closest' && { ambiguous: 'best' as const }),
        ...(ignoreAmount && { ignoreAmount }),
        ...(rank && { rank }),
      })),
  ),
)

const tolerance = fc.constantFrom<SumInput['tolerance'][]>(
  undefined,
  undefined,
  undefined,
  '1',
  '25%',
  '150%',
  { from: '-2', to: '1' },
  { from: '1', to: '3' },
  { percent: '50', of: 'source' },
  { percent: '200', of: 'target' },
  { percent: '300', of: 'smaller' },
  { absolute: '2', percent: '150', of: 'target', combine: 'all' },
)

const subsetRule = (cardinality: RuleInput['cardinality']): fc.Arbitrary<RuleInput> =>
  fc
    .record({
      handling,
      limits: fc.record({ maxItems: fc.constantFrom(2, 3, 4, 6), maxCandidates: fc.constantFrom(2, 4, 8, 8, 8) }),
      tolerance,
      sign: fc.constantFrom<SumInput['sign'][]>('same', 'same', 'same', 'opposite', 'absolute'),
      match: fc.constantFrom<CriterionInput[][]>(
        [{ field: 'reference' }],
        [{ field: 'reference' }],
        [{ field: 'reference' }, { field: 'date', days: 1 }],
        [{ field: 'reference' }, { field: 'counterparty', similarity: { method: 'trigram', min: '0.3' } }],
      ),
    })
    .map(({ handling, limits, tolerance, sign, match }) => ({
      ...handling,
      cardinality,
      select: 'subset',
      limits,
      match,
      sum: { sign, ...(tolerance !== undefined && { tolerance }) },
    }))

const [few, many] = [
  side(['2', '5', '6', '8', '9', '-3', '0', '11'], 1, 4),
  side(['1', '2', '3', '4', '-1', '5'], 3, 7),
]

/** Sets that a rule has to choose among. */
export const setsCase = fc.oneof(
  caseOf(fc.record({ source: few, target: many }), oneOrTwo(subsetRule('1:n'))),
  caseOf(fc.record({ source: many, target: few }), oneOrTwo(subsetRule('n:1'))),
)

const manyIds = Array.from({ length: 15 }, (_, index) => `i${(index * 7) % 15}`)

/** Thirteen records and more that are twins of a few, so that the sets of them can be tried. */
const crowd: fc.Arbitrary<CanonicalRecord[]> = fc
  .array(values(['1', '2', '3', '5']), { minLength: 2, maxLength: 4, size: 'max' })
  .chain((variants) =>
    fc
      .shuffledSubarray(manyIds, { minLength: 12 })
      .chain((chosen) =>
        fc
          .array(fc.constantFrom(...variants), { minLength: chosen.length, maxLength: chosen.length })
          .map((drawn) => chosen.map((id, index) => recordOf(id, drawn[index]))),
      ),
  )

/** Rules that need not identify what they add up. */
const looseMatch = fc.constantFrom<CriterionInput[][]>(
  [{ field: 'reference' }],
  [{ field: 'date', days: 3 }],
  [{ field: 'date', days: { before: 0, after: 1 } }],
  [
    { field: 'date', days: 3 },
    { field: 'reference', nulls: 'skip' },
  ],
  [
    { field: 'date', days: 3 },
    { field: 'counterparty', similarity: { method: 'levenshtein', min: '0.8' } },
  ],
)

const looseRule = (cardinality: RuleInput['cardinality']): fc.Arbitrary<RuleInput> =>
  fc
    .record({
      handling,
      limits: fc.constantFrom({ maxItems: 2 }, { maxItems: 3, maxCandidates: 13 }),
      match: looseMatch,
    })
    .map(({ handling, ...rest }) => ({ ...handling, cardinality, select: 'subset', ...rest, sum: {} }))

/** Anchors that may choose from about as many records as a rule may claim without an identity. */
export const guardedCase = fc.oneof(
  caseOf(fc.record({ source: few, target: crowd }), oneOrTwo(looseRule('1:n'))),
  caseOf(fc.record({ source: crowd, target: few }), oneOrTwo(looseRule('n:1'))),
)
