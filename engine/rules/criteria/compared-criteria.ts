import { isMoney } from '../amounts/amount-criteria.ts'
import type { Rule } from '../language/language.ts'
import { comparedFields, nameOfFields } from './compared-fields.ts'
import { typeOf } from './compile-criterion.ts'
import { convertedKind } from './converted-amount.ts'
import type { CriterionKind } from './criterion-kind.ts'
import { kindOf } from './criterion-kinds.ts'

/** A criterion as the matches of its rule show it. */
export interface ComparedCriterion {
  /** The field's name in results: `amount`, or `source/target` when the sides' fields differ. */
  readonly name: string
  readonly kind: CriterionKind
}

/**
 * What an effective rule compares field by field, in its order. Known from the rule alone: the rule need not be compiled,
 * and the tables, rates and calendars that it refers to need not be there.
 */
export const comparedCriteria = ({
  match = [],
  convert,
}: Pick<Rule, 'match' | 'convert'>): readonly ComparedCriterion[] =>
  match.flatMap((criterion) => {
    const fields = comparedFields(criterion)
    const type = fields && typeOf(criterion, fields)
    const kind = type && kindOf(type, criterion.op, criterion)
    if (fields === undefined || kind === undefined) return []
    return [{ name: nameOfFields(fields), kind: convert && isMoney(criterion) ? convertedKind(kind) : kind }]
  })
