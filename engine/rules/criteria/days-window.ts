import type { Criterion } from '../language.ts'
import type { Comparison, CriterionKind, CriterionMember } from './criterion-kind.ts'
import { boundDates, exactDate } from './exact-date.ts'

const days: CriterionMember = {
  name: 'days',
  decides: {
    called: 'days',
    clash: 'Got tolerance and days, wanted one of them: a field is an amount or a date',
  },
  readsAttributesAs: 'date',
  refusal: (type) => `A ${type} field has no days`,
  read: (input) => (input.days === undefined ? {} : { days: input.days }),
}

/** Dates that are at most so many days apart, the same number either way or one before and one after the source. */
export const daysWindow: CriterionKind = {
  ...exactDate,
  op: 'near',
  members: [days],
  compile(criterion, fields) {
    if (criterion.days === undefined) throw new TypeError('A date is near another within days')
    const { days: allowed } = criterion
    const { from: least, to: most } = boundsOfDays(allowed)
    return {
      blocking: 'window',
      bind: (source, target): Comparison<number> => ({
        ...boundDates(fields, source, target),
        holds: (from, to) => to - from >= least && to - from <= most,
        evidence(from, to) {
          const difference = to - from
          // More than half of the days on the side of the difference, half rounded up to a whole day.
          if (difference < 0 ? -difference > Math.ceil(-least / 2) : difference > Math.ceil(most / 2)) return 'medium'
          return difference === 0 ? 'exact' : 'high'
        },
        needs: (from, to) => ({ days: neededDays(allowed, to - from) }),
        reach: (from) => ({ from: from + least, to: from + most }),
      }),
    }
  },
  rank: 'days',
  matchType: 'window',
}

/** The days of the same form that allow a difference which these do not. */
export function neededDays(days: NonNullable<Criterion['days']>, difference: number): NonNullable<Criterion['days']> {
  if (typeof days === 'number') return Math.abs(difference)
  const { from } = boundsOfDays(days)
  const isBelow = difference < from
  if ('from' in days) return isBelow ? { ...days, from: difference } : { ...days, to: difference }
  return isBelow ? { ...days, before: -difference } : { ...days, after: difference }
}

/** The bounds on target − source of any form of days. */
function boundsOfDays(days: NonNullable<Criterion['days']>): { readonly from: number; readonly to: number } {
  if (typeof days === 'number') return { from: -days, to: days }
  return 'from' in days ? days : { from: -days.before, to: days.after }
}
