import fc from 'fast-check'
import { compileRules } from '../../../engine/rules/compile.ts'
import type { CriterionInput, RuleInput, RuleSetInput, SumInput } from '../../../engine/rules/language/written-form.ts'
import {
  amountCriterion,
  anyCriterion,
  dateCriterion,
  filter,
  keyCriterion,
  tables,
  textCriterion,
  tolerance,
} from './criteria.ts'
import type { OracleCase } from './oracle-case.ts'
import { smallSides } from './small-sides.ts'

/** Rule sets drawn from the whole language, biased to rules that find something. */

export type Rules = fc.Arbitrary<RuleInput>

/** A value once in `times` cases. */
export const sometimes = <Value>(values: fc.Arbitrary<Value>, times: number): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: times - 1 }, { arbitrary: values, weight: 1 })

/** Members that every rule may have. */
export const manner = fc
  .record({
    id: fc.constantFrom('first', 'second', undefined, undefined),
    name: fc.constantFrom('A name', undefined, undefined),
    enabled: sometimes(fc.constantFrom(true, false), 4),
    where: sometimes(
      fc.record({ source: fc.array(filter, { maxLength: 1 }), target: fc.array(filter, { maxLength: 1 }) }),
      4,
    ),
    action: fc.constantFrom<RuleInput['action'][]>(undefined, undefined, 'match', 'suggest'),
    confidence: fc.constantFrom<RuleInput['confidence'][]>(undefined, undefined, 'exact', 'high', 'medium', 'low'),
    variance: fc.constantFrom<RuleInput['variance'][]>(undefined, undefined, 'fee', 'rounding', 'timing'),
    amounts: fc.constantFrom<Pick<RuleInput, 'ignoreAmount' | 'sign'>[]>(
      {},
      {},
      {},
      {},
      { ignoreAmount: false },
      { ignoreAmount: true },
      { ignoreAmount: true, sign: 'opposite' },
      { ignoreAmount: true, sign: 'opposite' },
      { ignoreAmount: true, sign: 'absolute' },
      { ignoreAmount: true, sign: 'same' },
    ),
    crossCurrency: fc.constantFrom(undefined, undefined, undefined, false, true),
  })
  .map(({ amounts, ...rest }) => ({ ...rest, ...amounts }))

/** Without the members that are not given; what a rule may not be together is put right. */
export function written(rule: RuleInput): RuleInput {
  const { action, ambiguous, assign, cardinality = '1:1' } = rule
  const isSuggested = action === 'suggest'
  if (ambiguous === 'drop' && isSuggested && cardinality === '1:1')
    return withoutAbsent({ ...rule, assign: undefined, rank: undefined })
  const mayPickBest = !isSuggested && cardinality === '1:1' && assign !== 'most'
  const isRefused = ambiguous === 'drop' || (ambiguous === 'best' && !mayPickBest)
  return withoutAbsent(isRefused ? { ...rule, ambiguous: undefined } : rule)
}

/** Members that are not given are not there at all, as in JSON. */
const withoutAbsent = <Members>(members: Members): Members => JSON.parse(JSON.stringify(members))

export const ambiguous = fc.constantFrom<RuleInput['ambiguous'][]>(
  undefined,
  'review',
  'review',
  'defer',
  'defer',
  'best',
  'best',
  'drop',
)

/** Some of a key, an amount, a date and a text, as rules mostly are, at times with a second of a kind. */
export const plausible = fc
  .tuple(
    keyCriterion,
    amountCriterion,
    dateCriterion,
    sometimes(textCriterion, 3),
    sometimes(fc.oneof(dateCriterion, amountCriterion), 4),
  )
  .chain((criteria) => fc.shuffledSubarray(criteria.filter(isGiven), { minLength: 1 }))

const isGiven = (criterion: CriterionInput | undefined): criterion is CriterionInput => criterion !== undefined

export const assign = fc.constantFrom<RuleInput['assign'][]>(undefined, 'closest', 'most', 'most')

/** Orders of distances, one of them as it is anyway. */
const rank = sometimes(
  fc.constantFrom<NonNullable<RuleInput['rank']>[]>(
    'as-written',
    'as-written',
    ['text'],
    ['days'],
    ['text', 'skipped'],
    ['days', 'text', 'amount', 'skipped'],
    ['skipped', 'amount', 'days', 'text'],
  ),
  2,
)

export const pairRule: Rules = fc
  .record({
    manner,
    ambiguous,
    assign,
    rank,
    match: fc.oneof(
      { arbitrary: plausible, weight: 3 },
      { arbitrary: fc.array(anyCriterion, { minLength: 1, maxLength: 3 }), weight: 1 },
    ),
  })
  .map(({ manner, ...rule }) => written({ ...manner, ...rule }))

/** Terms of both sides that come to the same for most records. */
const terms = fc
  .constantFrom<Pick<SumInput, 'source' | 'target'>[]>(
    {},
    {},
    {},
    { source: [{ field: 'amount' }] },
    { source: [{ field: 'gross' }, { field: 'fee', times: -1, default: '0' }], target: [{ field: 'amount' }] },
    {
      source: [{ field: 'amount' }, { percent: '-2.9', of: 'amount' }, { fixed: '-0.30' }],
      target: [{ field: 'net' }],
    },
    { source: [{ percent: '33.35', of: 'amount' }], target: [{ percent: 33.3, of: 'net' }] },
    { source: [{ field: 'attributes.total', default: 10 }], target: [{ field: 'amount', times: 1 }] },
    { source: [{ field: 'amount' }, { field: 'fee', default: '0.40' }], target: [{ field: 'gross' }] },
  )
  .chain((sides) => fc.constantFrom(sides, { source: sides.target, target: sides.source }))
export const sum: fc.Arbitrary<SumInput> = fc
  .record({
    terms,
    tolerance: sometimes(tolerance, 2),
    sign: sometimes(fc.constantFrom('same', 'opposite', 'opposite', 'absolute'), 3),
  })
  .map(({ terms, ...rest }) => withoutAbsent({ ...terms, ...rest }))

const sumRule: Rules = fc
  .record({
    manner,
    ambiguous,
    assign,
    sum,
    match: fc.array(fc.oneof(keyCriterion, dateCriterion), { minLength: 1, maxLength: 2 }),
  })
  .map(({ manner, ...rule }) => written({ ...manner, ...rule }))

export const groupRule: Rules = fc
  .record({
    manner,
    cardinality: fc.constantFrom('1:n', 'n:1', 'n:m'),
    ambiguous: fc.constantFrom<RuleInput['ambiguous'][]>(undefined, undefined, 'review', 'defer'),
    sum,
    match: fc
      .tuple(
        keyCriterion,
        sometimes(fc.oneof(keyCriterion, dateCriterion, dateCriterion, amountCriterion), 2),
        sometimes(dateCriterion, 3),
      )
      .map((each) => each.filter(isGiven)),
  })
  .map(({ manner, ...rule }) => written({ ...manner, ...rule }))

const subsetRule: Rules = fc
  .record({
    manner,
    cardinality: fc.constantFrom('1:n', 'n:1'),
    select: fc.constant('subset' as const),
    limits: sometimes(
      fc
        .record({
          maxItems: sometimes(fc.constantFrom(2, 3), 2),
          maxCandidates: sometimes(fc.constantFrom(2, 3, 4), 2),
        })
        .map(withoutAbsent),
      2,
    ),
    ambiguous,
    sum,
    match: fc
      .tuple(keyCriterion, sometimes(fc.oneof(keyCriterion, dateCriterion, textCriterion, amountCriterion), 2))
      .map((each) => each.filter(isGiven)),
  })
  .map(({ manner, ...rule }) => written({ ...manner, ...rule }))

export const excludeRule: Rules = fc.record({
  action: fc.constant('exclude' as const),
  where: fc.record({ source: fc.array(filter, { maxLength: 2 }), target: fc.array(filter, { maxLength: 1 }) }),
})

/** Rules with the tables that they look into. */
const withTables = (rules: RuleSetInput): RuleSetInput =>
  JSON.stringify(rules).includes('"lookup"') ? { ...rules, referenceData: { tables } } : rules
/** The rule without its `sign` where it has amounts that are compared. */
const withSignAllowed = (rule: RuleInput): RuleInput =>
  isCompiled({ form: 'rules', rules: [rule] }) ? rule : withoutAbsent({ ...rule, sign: undefined })

export const isCompiled = (rules: RuleSetInput): boolean => compileRules(rules).ok

/** One to three rules that compile, by how often there are those of one kind. */
function rulesOf(weights: {
  readonly pairs: number
  readonly sums: number
  readonly groups: number
  readonly subsets: number
}): fc.Arbitrary<RuleSetInput> {
  const rule = fc.oneof(
    { arbitrary: pairRule, weight: weights.pairs },
    { arbitrary: sumRule, weight: weights.sums },
    { arbitrary: groupRule, weight: weights.groups },
    { arbitrary: subsetRule, weight: weights.subsets },
    { arbitrary: excludeRule, weight: 1 },
  )
  return fc
    .array(
      rule.map(withSignAllowed).filter((each) => isCompiled(withTables({ form: 'rules', rules: [each] }))),
      { minLength: 1, maxLength: 3 },
    )
    .map((rules) => withTables({ form: 'rules', rules }))
    .filter(isCompiled)
}

/** The form of criteria. */
const criteria = plausible.map((each) => withTables({ form: 'criteria', criteria: each })).filter(isCompiled)

/** Records that meet one another, and rules that are mostly about pairs. */
export const pairCase: fc.Arbitrary<OracleCase> = fc
  .record({
    sides: smallSides(1),
    rules: fc.oneof(
      { arbitrary: rulesOf({ pairs: 15, sums: 2, groups: 1, subsets: 1 }), weight: 20 },
      { arbitrary: criteria, weight: 2 },
      { arbitrary: fc.constant<RuleSetInput>({ form: 'rules', rules: [] }), weight: 1 },
    ),
  })
  .map(({ sides, rules }) => ({ ...sides, rules }))

/** Amounts that are split, and rules that are mostly about sums of records and of key groups. */
export const groupCase: fc.Arbitrary<OracleCase> = fc
  .record({ sides: smallSides(6), rules: rulesOf({ pairs: 2, sums: 4, groups: 10, subsets: 1 }) })
  .map(({ sides, rules }) => ({ ...sides, rules }))

/** Amounts that are split, and rules that mostly search for sets. */
export const subsetCase: fc.Arbitrary<OracleCase> = fc
  .record({ sides: smallSides(8), rules: rulesOf({ pairs: 2, sums: 1, groups: 1, subsets: 12 }) })
  .map(({ sides, rules }) => ({ ...sides, rules }))
