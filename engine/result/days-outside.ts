import { at } from '../base/at.ts'
import { formatDate } from '../base/date.ts'
import type { DayCount, SideCounts } from './value-counts.ts'

export interface DaysOutside {
  /** The first and the last day of the other side. */
  readonly first: string
  readonly last: string
  /** Records before, or after, this day have no partner because the other side ends. */
  readonly before: number
  readonly after: number
}

/**
 * Where the other side's records end too early, or begin too late, for a record to have a partner: as far from its first
 * or last day as its days usually lie apart, and beyond the settled records of the own side but for a few. Where these
 * reach far beyond, partners have other days, and no day is told. Undefined where the days of a side are not known.
 */
export function daysOutside({ settled, days: own }: SideCounts, other: SideCounts['days']): DaysOutside | undefined {
  const [first, last] = [other?.[0]?.[0], other?.at(-1)?.[0]]
  if (own === undefined || other === undefined || first === undefined || last === undefined) return undefined
  const [gap, spared] = [usualGap(other), sparedOf(settled)]
  const [earliest, latest] = [settledBeyond(own, spared) ?? first, settledBeyond(own.toReversed(), spared) ?? last]
  const isFar = (days: number): boolean => overhangShare * days > last - first
  return {
    first: formatDate(first),
    last: formatDate(last),
    before: isFar(first - earliest) ? Number.NEGATIVE_INFINITY : Math.min(earliest, first - gap + 1),
    after: isFar(latest - last) ? Number.POSITIVE_INFINITY : Math.max(latest, last + gap - 1),
  }
}

/** By how much of the other side's days settled records may reach beyond them. */
const overhangShare = 5

/** So many settled records tell nothing, wherever they lie: one in a hundred, and one from ten on. */
const sparedOf = (settledCount: number): number => (settledCount < 10 ? 0 : Math.max(1, Math.floor(settledCount / 100)))

/** The day that more than so many settled records have, or a day before it in this order. */
function settledBeyond(days: readonly DayCount[], spared: number): number | undefined {
  let left = spared
  return days.find(([, , settled]) => {
    left -= settled
    return left < 0
  })?.[0]
}

/** A day with fewer records than this share of the fullest day is no usual one, unless that is the only one. */
const usualShare = 10

/** The median of the days from one usual day to the next: 1 of a side with records of every day, 31 of monthly rents. */
function usualGap(days: readonly DayCount[]): number {
  const most = days.reduce((most, [, records]) => Math.max(most, records), 0)
  const usual = days.filter(([, records]) => usualShare * records >= most)
  return medianGap(usual) ?? medianGap(days) ?? 1
}

function medianGap(days: readonly DayCount[]): number | undefined {
  const gaps = days.slice(1).map(([day], index) => day - at(days, index)[0])
  return gaps.sort((left, right) => left - right)[Math.floor((gaps.length - 1) / 2)]
}
