import type { Units } from '../../record/columns.ts'
import { numberUnits } from '../../record/number-units.ts'
import { sumName } from '../amounts/sum.ts'
import type { Sum } from '../language/language.ts'
import { amountWithinTolerance, withinTolerance } from './amount-within-tolerance.ts'
import { bindSum, sumValues } from './bound-sum.ts'
import type { Comparison, CompiledCriterion, CriterionKind } from './criterion-kind.ts'
import { exactAmount, exactly } from './exact-amount.ts'

/**
 * The `sum` of a 1:1 rule is compared by a criterion after all others. Its op `sum` is internal: no caller can write
 * it.
 */

export const exactPairSum: CriterionKind = { ...exactAmount, op: 'sum', showsFields: false, compile: refuseCriterion }

export const pairSumWithinTolerance: CriterionKind = {
  ...amountWithinTolerance,
  op: 'sum',
  showsFields: false,
  compile: refuseCriterion,
}

/** `sourceField` and `targetField` are empty, since a sum reads several fields. */
export function criterionOfSum(sum: Sum): CompiledCriterion {
  const { tolerance } = sum
  const common = { name: sumName, sourceField: '', targetField: '', nulls: 'fail' } as const
  return tolerance === undefined
    ? {
        ...common,
        kind: exactPairSum,
        blocking: 'key',
        bind(source, target): Comparison<Units> {
          const values = sumValues(bindSum(sum, source, target))
          const rowCounts = { source: source.rowCount, target: target.rowCount }
          return { ...exactly(values), numbering: () => numberUnits({ ...values, rowCounts }) }
        },
      }
    : {
        ...common,
        kind: pairSumWithinTolerance,
        blocking: 'window',
        bind: (source, target) => withinTolerance(sumValues(bindSum(sum, source, target)), tolerance),
      }
}

function refuseCriterion(): never {
  throw new TypeError('A sum is compiled from the rule, not from a criterion')
}
