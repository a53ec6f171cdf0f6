import type { Units } from '../../record/columns.ts'
import type { Comparison, CompiledCriterion } from './criterion-kind.ts'
import { alignedUnits } from './number-range.ts'

/** The `difference` of a `BoundCriterion`. */
export function bindDifference(
  { kind }: CompiledCriterion,
  { source, target, difference, isNegative }: Comparison,
): (source: number, target: number) => Units {
  // Reading two texts to learn that their difference is 0 would cost more than all else of a near miss.
  if (kind.type === 'text') return () => 0
  const differenceOf = (s: number, t: number): Units => {
    const [own, other] = [source(s), target(t)]
    return own === undefined || other === undefined ? 0 : difference(own, other)
  }
  if (isNegative === undefined) return differenceOf
  return (s, t) =>
    isNegative(s, t) ? alignedUnits(differenceOf(s, t), { factor: 1, sign: 'negated' }) : differenceOf(s, t)
}
