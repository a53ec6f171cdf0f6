import type { Units } from '../../record/columns.ts'
import { readTolerance } from '../amounts/tolerance.ts'
import type { Tolerance } from '../language/language.ts'
import { bindTolerance, scaleOfTolerance } from './bound-tolerance.ts'
import type { Comparison, CriterionKind, CriterionMember } from './criterion-kind.ts'
import {
  type AmountValues,
  amountValues,
  differenceOf,
  exactAmount,
  exactly,
  sign,
  toleranceFor,
} from './exact-amount.ts'

const tolerance: CriterionMember = {
  name: 'tolerance',
  decides: { called: 'a tolerance' },
  readsAttributesAs: 'decimal',
  refusal: (type) => `A ${type} field has no tolerance`,
  read(input, refuse) {
    if (input.tolerance === undefined) return {}
    const result = readTolerance(input.tolerance)
    if (result.ok) return { tolerance: result.tolerance }
    for (const { pointer, detail } of result.faults) refuse(`/tolerance${pointer}`, 'invalid_value', detail)
    return {}
  },
}

export const amountWithinTolerance: CriterionKind = {
  ...exactAmount,
  op: 'near',
  members: [tolerance, sign],
  compile(criterion, fields) {
    const { tolerance: bounds } = criterion
    if (bounds === undefined) throw new TypeError('An amount is near another within a tolerance')
    const scaleMin = scaleOfTolerance(bounds)
    return {
      blocking: 'window',
      bind: (source, target) => withinTolerance(amountValues({ criterion, fields, source, target, scaleMin }), bounds),
    }
  },
  rank: 'amount',
  matchType: 'tolerance',
}

/** Requires values with at least as many digits after the point as the tolerance has. */
export function withinTolerance(values: AmountValues, bounds: Tolerance | string): Comparison<Units> {
  const bound = bindTolerance(bounds, values.scale)
  return {
    ...exactly(values),
    holds: (source, target) => bound.holds({ source, target, difference: differenceOf(source, target) }),
    evidence(source, target) {
      const difference = differenceOf(source, target)
      if (bound.isAboveHalf({ source, target, difference })) return 'medium'
      return difference === 0 ? 'exact' : 'high'
    },
    needs: (source, target) => toleranceFor(bounds, values, [source, target]),
    reach: (source) => bound.reach(source),
    ...(bound.range && values.columns && { range: { columns: values.columns, ...bound.range } }),
  }
}
