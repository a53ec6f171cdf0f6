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
    const { before, after } =
      typeof criterion.days === 'number' ? { before: criterion.days, after: criterion.days } : criterion.days
    return {
      blocking: 'window',
      bind: (source, target): Comparison<number> => ({
        ...boundDates(fields, source, target),
        holds: (from, to) => to - from >= -before && to - from <= after,
        evidence(from, to) {
          const difference = to - from
          // More than half of the days on the side of the difference, half rounded up to a whole day.
          if (difference < 0 ? -difference > Math.ceil(before / 2) : difference > Math.ceil(after / 2)) return 'medium'
          return difference === 0 ? 'exact' : 'high'
        },
        reach: (from) => ({ from: from - before, to: from + after }),
      }),
    }
  },
  rank: 'days',
  matchType: 'window',
}
