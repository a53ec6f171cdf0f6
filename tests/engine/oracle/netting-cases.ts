import fc from 'fast-check'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { RuleInput, RuleSetInput } from '../../../engine/rules/language/written-form.ts'
import { amountCriterion, dateCriterion, keyCriterion, tolerance } from './criteria.ts'
import { negated, readFraction, writeFraction, zero } from './fraction.ts'
import type { OracleCase } from './oracle-case.ts'
import {
  ambiguous,
  assign,
  excludeRule,
  groupRule,
  isCompiled,
  manner,
  pairRule,
  plausible,
  type Rules,
  sometimes,
  written,
} from './rule-sets.ts'
import { smallSides } from './small-sides.ts'

/** Sides with reversals among their own records, and rules that net them before others match what is left. */

const side = fc.constantFrom('source' as const, 'source' as const, 'target' as const)

/** A netting rule of what a rule of two sides says; what netting has no use for is left out. */
function netting(rule: RuleInput, own: 'source' | 'target'): RuleInput {
  const { action, ignoreAmount, crossCurrency, where, ...rest } = rule
  const filters = where?.[own]
  return written({ ...rest, side: own, ...(filters && { where: { [own]: filters } }) })
}

const nettedPairs: Rules = fc
  .record({
    side,
    manner,
    ambiguous,
    assign,
    match: fc.oneof(
      { arbitrary: plausible, weight: 1 },
      { arbitrary: fc.tuple(keyCriterion), weight: 2 },
      { arbitrary: fc.tuple(keyCriterion, fc.oneof(amountCriterion, dateCriterion)), weight: 1 },
    ),
    sum: sometimes(fc.record({ tolerance }), 5),
  })
  .map(({ side, manner, ...rule }) => netting({ ...manner, ...rule }, side))

const nettedGroups: Rules = fc
  .record({
    side,
    manner,
    cardinality: fc.constant('n:m' as const),
    ambiguous: fc.constantFrom<RuleInput['ambiguous'][]>(undefined, 'review', 'defer'),
    match: fc.oneof(fc.tuple(keyCriterion), fc.tuple(keyCriterion, dateCriterion)),
    sum: sometimes(fc.record({ tolerance }), 2),
  })
  .map(({ side, manner, ...rule }) => netting({ ...manner, ...rule }, side))

const compiled = (rule: Rules): Rules => rule.filter((each) => isCompiled({ form: 'rules', rules: [each] }))

const rules = fc
  .tuple(
    fc.array(
      compiled(
        fc.oneof(
          { arbitrary: nettedPairs, weight: 3 },
          { arbitrary: nettedGroups, weight: 2 },
          { arbitrary: excludeRule, weight: 1 },
        ),
      ),
      { minLength: 1, maxLength: 2 },
    ),
    fc.array(compiled(fc.oneof(pairRule, pairRule, groupRule)), { maxLength: 1 }),
    fc.boolean(),
  )
  .map(
    ([first, second, isTurned]): RuleSetInput => ({
      form: 'rules',
      rules: isTurned ? [...second, ...first] : [...first, ...second],
    }),
  )
  .filter(isCompiled)

const reversed = (record: CanonicalRecord): CanonicalRecord => ({
  ...record,
  id: `-${record.id}`,
  ...(record.amount !== undefined && { amount: writeFraction(negated(readFraction(record.amount) ?? zero)) }),
})

const recordCountMax = 4

/** Each side has records of both, those of the other side reversed. */
export const nettingCase: fc.Arbitrary<OracleCase> = fc
  .record({ sides: smallSides(3), rules })
  .map(({ sides: { source, target }, rules }) => ({
    source: [...source.slice(0, recordCountMax), ...target.slice(0, recordCountMax).map(reversed)],
    target: [...target.slice(0, recordCountMax), ...source.slice(0, recordCountMax).map(reversed)],
    rules,
  }))
