import { absentDay } from '../../record/columns.ts'
import type { Criterion } from '../language/language.ts'
import type { Comparison, CriterionKind, CriterionMember } from './criterion-kind.ts'
import { boundDates, exactDate } from './exact-date.ts'

export const daysMember = ({
  name,
  ...rest
}: Pick<CriterionMember, 'decides' | 'refusal'> & { readonly name: 'days' | 'businessDays' }): CriterionMember => ({
  ...rest,
  name,
  readsAttributesAs: 'date',
  read(input, refuse) {
    const days = input[name]
    if (typeof days === 'object' && 'from' in days && days.from > days.to)
      refuse(`/${name}`, 'invalid_value', `Got from ${days.from} above to ${days.to}: no day lies between them`)
    return days === undefined ? {} : { [name]: days }
  },
})

const days = daysMember({
  name: 'days',
  decides: {
    called: 'days',
    clash: 'Got tolerance and days, wanted one of them: a field is an amount or a date',
  },
  refusal: (type) => `A ${type} field has no days`,
})

/**
 * Dates at most a number of days apart: in either direction, before and after the source's date, or by signed bounds on
 * target − source.
 */
export const daysWindow: CriterionKind = {
  ...exactDate,
  op: 'near',
  members: [days],
  compile(criterion, fields) {
    if (criterion.days === undefined) throw new TypeError('A date is near another within days')
    const { days: allowed } = criterion
    const bounds = boundsOfDays(allowed)
    return {
      blocking: 'window',
      bind(source, target): Comparison<number> {
        const columns = { source: source.date(fields.sourceField), target: target.date(fields.targetField) }
        return {
          ...boundDates(fields, source, target),
          holds: (from, to) => to - from >= bounds.from && to - from <= bounds.to,
          range: { columns: () => ({ ...columns, least: absentDay }), ...bounds },
          evidence(from, to) {
            if (isAboveHalfOfDays(bounds, to - from)) return 'medium'
            return from === to ? 'exact' : 'high'
          },
          needs: (from, to) => ({ days: neededDays(allowed, to - from) }),
          reach: (from) => ({ from: from + bounds.from, to: from + bounds.to, holding: 'all' }),
        }
      },
    }
  },
  rank: 'days',
  matchType: 'window',
}

/** `days` in the same form, with the bounds that just allow a difference. */
export function neededDays(days: NonNullable<Criterion['days']>, difference: number): NonNullable<Criterion['days']> {
  if (typeof days === 'number') return Math.abs(difference)
  const { from } = boundsOfDays(days)
  const isBelow = difference < from
  if ('from' in days) return isBelow ? { ...days, from: difference } : { ...days, to: difference }
  return isBelow ? { ...days, before: -difference } : { ...days, after: difference }
}

interface DayBounds {
  readonly from: number
  readonly to: number
}

export function boundsOfDays(days: NonNullable<Criterion['days']>): DayBounds {
  if (typeof days === 'number') return { from: -days, to: days }
  return 'from' in days ? days : { from: -days.before, to: days.after }
}

/** Whether a difference is above half of its bound, the half rounded up to a whole day. */
export const isAboveHalfOfDays = ({ from, to }: DayBounds, difference: number): boolean =>
  difference < 0 ? -difference > Math.ceil(-from / 2) : difference > Math.ceil(to / 2)
