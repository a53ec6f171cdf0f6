import { appendText, type ByteBuffer } from '../base/byte-buffer.ts'
import { formatDecimal } from '../base/decimal.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import { appendUnits } from './cell-bytes.ts'
import { isDayWindow, showsDifference } from './compared.ts'

/** How far apart the pairs of one rule are: what `deviations` says of them, without an object a pair. */
export interface PairDeviations {
  /** The days that a line shows; 0 where it shows none. */
  days(source: number, target: number): number
  /** Adds `,"difference":"-12.5"`, and nothing where there is no difference. */
  appendDifference(buffer: ByteBuffer, source: number, target: number): void
}

/** The deviations of the pairs of a rule. Requires pairs that match under it: dates that have to be equal are. */
export function createPairDeviations({ criteria }: BoundRule): PairDeviations {
  const windows = criteria.filter(isDayWindow).toReversed()
  const amounts = criteria.filter(showsDifference).toReversed()
  // A kind without a rank lets no pair deviate.
  const mayDiffer = amounts.some(({ criterion }) => criterion.kind.rank !== undefined)
  return {
    days(source, target) {
      const last = windows.length === 0 ? undefined : lastWithValues(windows, source, target)
      return last === undefined ? 0 : Number(last.difference(source, target))
    },
    appendDifference(buffer, source, target) {
      const last = mayDiffer ? lastWithValues(amounts, source, target) : undefined
      const difference = last?.difference(source, target) ?? 0
      if (last === undefined || difference === 0) return
      appendText(buffer, ',"difference":"')
      if (typeof difference === 'number') appendUnits(buffer, difference, last.scale)
      else appendText(buffer, formatDecimal({ coefficient: difference, scale: last.scale }))
      appendText(buffer, '"')
    },
  }
}

/** The first of the criteria, which stand from the last to the first, that compares values of both records. */
function lastWithValues(
  criteria: readonly BoundCriterion[],
  source: number,
  target: number,
): BoundCriterion | undefined {
  for (const bound of criteria) if (bound.hasValues(source, target)) return bound
  return undefined
}
