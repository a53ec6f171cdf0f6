import { isMoney } from '../amounts/amount-criteria.ts'
import type { Rule } from '../language/language.ts'
import { comparedFields, nameOfFields } from './compared-fields.ts'
import { typeOf } from './compile-criterion.ts'
import { convertedKind } from './converted-amount.ts'
import type { CriterionKind } from './criterion-kind.ts'
import { kindOf } from './criterion-kinds.ts'

export interface ComparedCriterion {
  readonly name: string
  readonly kind: CriterionKind
}

/** The names and kinds of a rule's criteria, for display. Needs no tables, rates and calendars. */
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
