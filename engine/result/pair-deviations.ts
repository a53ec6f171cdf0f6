import { formatDecimal } from '../base/decimal.ts'
import { appendString, type WordBuffer } from '../base/word-buffer.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import type { BySide } from '../record/side.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import { appendUnits } from './cell-bytes.ts'
import { isDayWindow, showsDifference } from './compared.ts'

/** The `deviations` of the pairs of one rule, written without an object for each pair. */
interface PairDeviations {
  readonly hasDays: boolean
  readonly mayDiffer: boolean
  days(source: number, target: number): number
  /** Appends `,"difference":"-12.5"`, or nothing for 0. */
  appendDifference(buffer: WordBuffer, pair: BySide<number>): void
}

/** Requires pairs that match under the rule: exact dates are then equal and need no member. */
export function createPairDeviations({ criteria }: BoundRule): PairDeviations {
  const windows = criteria.filter(isDayWindow).toReversed()
  const amounts = criteria.filter(showsDifference).toReversed()
  // Criteria of a kind without a rank accept no deviation.
  const mayDiffer = amounts.some(({ criterion }) => criterion.kind.rank !== undefined)
  return {
    hasDays: windows.length > 0,
    mayDiffer,
    days(source, target) {
      const last = lastWithValues(windows, source, target)
      return last === undefined ? 0 : Number(last.difference(source, target))
    },
    appendDifference(buffer, { source, target }) {
      const last = lastWithValues(amounts, source, target)
      const difference = last?.difference(source, target) ?? 0
      if (last === undefined || difference === 0) return
      appendString(buffer, ',"difference":"')
      if (typeof difference === 'number') appendUnits(buffer, difference, last.scale)
      else appendString(buffer, formatDecimal({ coefficient: difference, scale: last.scale }))
      appendString(buffer, '"')
    },
  }
}

/** The last criterion for which both records have a value. Requires `criteria` in reverse order. */
function lastWithValues(
  criteria: readonly BoundCriterion[],
  source: number,
  target: number,
): BoundCriterion | undefined {
  for (const bound of criteria) if (bound.hasValues(source, target)) return bound
  return undefined
}
