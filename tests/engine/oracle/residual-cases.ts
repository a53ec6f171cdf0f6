import fc from 'fast-check'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { CriterionInput, RuleInput, RuleSetInput } from '../../../engine/rules/language/written-form.ts'
import { dateCriterion, keyCriterion } from './criteria.ts'
import type { OracleCase } from './oracle-case.ts'
import { ambiguous, assign, isCompiled, pairRule, type Rules, sometimes, sum, written } from './rule-sets.ts'
import { smallSides } from './small-sides.ts'

/** Amounts that are paid in part or too much, and rules that leave what is not settled open. */

const wide = fc.constantFrom<NonNullable<CriterionInput['tolerance']>[]>(
  '100%',
  '100%',
  '60%',
  '7',
  { from: '-25', to: '12' },
  { absolute: '1', percent: '50', of: 'smaller' },
)
const sign = sometimes(fc.constantFrom<NonNullable<CriterionInput['sign']>[]>('opposite', 'absolute'), 5)
const key = fc.oneof(
  { arbitrary: keyCriterion, weight: 2 },
  { arbitrary: fc.constant({ field: 'currency' }), weight: 1 },
)
const left = (rule: RuleInput): RuleInput => written({ ...rule, residual: 'open' })

const amounts: fc.Arbitrary<CriterionInput> = fc
  .record({
    fields: fc.constantFrom<CriterionInput[]>(
      { field: 'amount' },
      { field: 'amount' },
      { field: 'net' },
      { sourceField: 'amount', targetField: 'gross' },
    ),
    tolerance: wide,
    sign,
    nulls: sometimes(fc.constantFrom<NonNullable<CriterionInput['nulls']>[]>('skip', 'match'), 8),
  })
  .map(({ fields, ...rest }) => ({ ...fields, ...rest }))

const pairs: Rules = fc
  .record({ ambiguous, assign, match: fc.tuple(key, amounts, sometimes(dateCriterion, 3)) })
  .map(({ match, ...rule }) => left({ ...rule, match: match.filter((each) => each !== undefined) }))

const sums: Rules = fc
  .record({
    ambiguous: fc.constantFrom<RuleInput['ambiguous'][]>(undefined, 'review', 'defer'),
    cardinality: fc.constantFrom<RuleInput['cardinality'][]>('1:1', '1:n', '1:n', 'n:1'),
    match: fc.tuple(key),
    sum: fc.record({ sum, tolerance: wide }).map(({ sum, tolerance }) => ({ ...sum, tolerance })),
  })
  .map(left)

const compiled = (rule: Rules): Rules => rule.filter((each) => isCompiled({ form: 'rules', rules: [each] }))

const rules = fc
  .tuple(
    fc.array(compiled(fc.oneof(pairs, sums)), { minLength: 1, maxLength: 3 }),
    fc.array(compiled(pairRule), { maxLength: 1 }),
    fc.boolean(),
  )
  .map(
    ([first, second, isTurned]): RuleSetInput => ({
      form: 'rules',
      rules: isTurned ? [...second, ...first] : [...first, ...second],
    }),
  )
  .filter(isCompiled)

/** Some ids look like that of a rest. */
const renamed = (records: readonly CanonicalRecord[]): CanonicalRecord[] =>
  records.map((record, index) => (index === 1 && records[0] ? { ...record, id: `${records[0].id}~1` } : record))

export const residualCase: fc.Arbitrary<OracleCase> = fc
  .record({ sides: smallSides(5), rules, isRenamed: fc.constantFrom(false, false, true) })
  .map(({ sides: { source, target }, rules, isRenamed }) => ({
    source: isRenamed ? renamed(source) : source,
    target: isRenamed ? renamed(target) : target,
    rules,
  }))
