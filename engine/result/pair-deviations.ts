import { appendText, type ByteBuffer } from '../base/byte-buffer.ts'
import { formatDecimal } from '../base/decimal.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import { appendUnits } from './cell-bytes.ts'
import { isDayWindow, showsDifference } from './compared.ts'

/** `deviations` of the pairs of one rule, without an object for each pair. */
interface PairDeviations {
  days(source: number, target: number): number
  /** Appends `,"difference":"-12.5"`; nothing for a difference of 0. */
  appendDifference(buffer: ByteBuffer, source: number, target: number): void
}

/** Requires pairs that match under the rule, so that exact dates are equal. */
export function createPairDeviations({ criteria }: BoundRule): PairDeviations {
  const windows = criteria.filter(isDayWindow).toReversed()
  const amounts = criteria.filter(showsDifference).toReversed()
  // A kind without a rank accepts no deviation.
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

/** `criteria` are in reverse order. */
function lastWithValues(
  criteria: readonly BoundCriterion[],
  source: number,
  target: number,
): BoundCriterion | undefined {
  for (const bound of criteria) if (bound.hasValues(source, target)) return bound
  return undefined
}
