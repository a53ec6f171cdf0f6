import type { Units } from '../../record/columns.ts'
import type { Criterion } from '../language/language.ts'
import type { CompiledCriterion, CriterionKind } from './criterion-kind.ts'
import { amountValues, exactAmount } from './exact-amount.ts'

const { deviation: _, ...shown } = exactAmount

/**
 * Holds unless, after `sign`, one amount is positive and the other negative. A rule that ignores amounts still compares
 * signs: a payment does not match a refund.
 */
export const equalSigns: CriterionKind = {
  ...shown,
  op: 'sign',
  members: [],
  provesNothing: true,
  compile() {
    throw new TypeError('The comparison of signs is compiled from the rule, not from a criterion')
  },
  showsFields: false,
  mismatch: () => undefined,
}

export function criterionOfSigns(sign: NonNullable<Criterion['sign']>): CompiledCriterion {
  const fields = { sourceField: 'amount', targetField: 'amount' }
  const criterion: Criterion = { field: 'amount', op: 'equals', sign, nulls: 'match' }
  return {
    ...fields,
    kind: equalSigns,
    name: 'amount',
    nulls: 'match',
    bind(source, target) {
      const values = amountValues({ criterion, fields, source, target, scaleMin: 0 })
      return {
        ...values,
        source: (row) => values.source(row) ?? 0,
        target: (row) => values.target(row) ?? 0,
        holds: haveEqualSigns,
        difference: () => 0,
        evidenceMax: 'exact',
      }
    },
  }
}

const haveEqualSigns = (source: Units, target: Units): boolean => !(source < 0 ? target > 0 : source > 0 && target < 0)
