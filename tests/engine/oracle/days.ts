import type { Criterion } from '../../../engine/rules/language/language.ts'
import { businessDaysBetween, type businessDayTest } from './calendars.ts'
import { compare, type Fraction, halfUp, isEqual, magnitude, whole } from './fraction.ts'
import type { Both } from './values.ts'

/** Windows of days, and of business days. */

/** A pair fails where the calendar does not know a year. */
export function standingOfBusinessDays(
  { businessDays = 0 }: Criterion,
  isBusinessDay: ReturnType<typeof businessDayTest>,
  { source, target }: Both<Fraction>,
) {
  const between = businessDaysBetween(isBusinessDay, Number(source.over), Number(target.over))
  const difference = whole(between ?? 0)
  const { holds, isAboveHalf } = standingOfDays(boundsOf(businessDays), difference)
  return {
    verdict: holds && between !== undefined ? ('holds' as const) : ('fails' as const),
    onValues: true,
    difference,
    isAboveHalf,
    isOtherValue: !isEqual(source, target),
  }
}

/** Whether a difference in days is within the bounds, and above half of them on its side. */
export function standingOfDays(
  { from, to }: { readonly from: number; readonly to: number },
  difference: Fraction,
): { readonly holds: boolean; readonly isAboveHalf: boolean } {
  const bound = whole(difference.over < 0n ? Math.max(0, -from) : Math.max(0, to))
  return {
    holds: compare(difference, whole(from)) >= 0 && compare(difference, whole(to)) <= 0,
    isAboveHalf: compare(magnitude(difference), halfUp(bound)) > 0,
  }
}

/** Every form of days as signed bounds. */
export function boundsOf(days: NonNullable<Criterion['days']>): { readonly from: number; readonly to: number } {
  if (typeof days === 'number') return { from: -days, to: days }
  return 'from' in days ? days : { from: -days.before, to: days.after }
}
