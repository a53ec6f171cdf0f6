import { at } from '../base/at.ts'
import type { CriterionInput } from '../rules/language/language.ts'

/** The days from the source's date to the target's, as a range. */
export interface LagBand {
  readonly from: number
  readonly to: number
  readonly count: number
  readonly withinCount: number
  /** The date field of the source; undefined for the booking date. */
  readonly sourceField?: string
  readonly targetField?: string
}

/** A band leaves out at most this fraction of the pairs; `widthMax` is the most days that it spans. */
const outsideFractionMax = 0.005
const widthMax = 92

/**
 * The shortest range of days that leaves out at most 0.5 % of `lags`; undefined if it is too long or there are fewer
 * than `countMin` lags. O(n log n).
 */
export function lagBand(lags: readonly number[], countMin = 3): LagBand | undefined {
  if (lags.length < countMin) return undefined
  const sorted = lags.toSorted((a, b) => a - b)
  const within = Math.max(1, Math.ceil((1 - outsideFractionMax) * sorted.length))
  let best: readonly [number, number] | undefined
  for (let first = 0; first + within <= sorted.length; first++) {
    const [from, to] = [at(sorted, first), at(sorted, first + within - 1)]
    if (best === undefined || to - from < best[1] - best[0]) best = [from, to]
  }
  if (best === undefined || best[1] - best[0] > widthMax) return undefined
  const [from, to] = best
  return { from, to, count: lags.length, withinCount: lags.filter((lag) => lag >= from && lag <= to).length }
}

/** In days from the mode: a band ends within `reachMax`, and lags between `nearMax` and `reachMax` show chance. */
const reachMax = 45
const nearMax = 7
/** A day stands out if its count exceeds chance by this many standard deviations. */
const chanceDeviations = 3

/**
 * The days around the most frequent lag that stand out from chance. Each end of the band has at least `dayFractionMin`
 * of all lags.
 */
export function modalBand(lags: readonly number[], dayFractionMin = 0.004): LagBand | undefined {
  if (lags.length < 3) return undefined
  const counts = new Map<number, number>()
  for (const lag of lags) counts.set(lag, (counts.get(lag) ?? 0) + 1)
  const countOf = (day: number): number => counts.get(day) ?? 0
  const [commonest] = [...counts].toSorted(([a, as], [b, bs]) => bs - as || Math.abs(a) - Math.abs(b) || a - b)
  if (commonest === undefined) return undefined
  const [mode] = commonest
  const floor = Math.max(1, dayFractionMin * lags.length)
  const chance = chancePerDay(lags, mode)
  const standsOut = (count: number): boolean =>
    count >= floor && count > chance && (count - chance) ** 2 >= chanceDeviations ** 2 * chance
  let [from, to] = [mode, mode]
  // Looks up to two days further, since weekend days may have no pairs.
  const goesOn = (day: number, step: number): boolean => [0, 1, 2].some((skip) => standsOut(countOf(day + skip * step)))
  while (from > mode - reachMax && goesOn(from - 1, -1)) from -= 1
  while (to < mode + reachMax && goesOn(to + 1, 1)) to += 1
  const within = lags.filter((lag) => lag >= from && lag <= to)
  return lagBand(within) ?? { from, to, count: lags.length, withinCount: within.length }
}

/** The lags a day that chance explains: those far from the mode, on the side of it that has fewer. */
function chancePerDay(lags: readonly number[], mode: number): number {
  const days = reachMax - nearMax
  const before = lags.filter((lag) => lag >= mode - reachMax && lag < mode - nearMax).length
  const after = lags.filter((lag) => lag > mode + nearMax && lag <= mode + reachMax).length
  return Math.min(before, after) / days
}

export const dateCriterion = ({ from, to, sourceField = 'date', targetField = 'date' }: LagBand): CriterionInput => ({
  ...(sourceField === targetField ? { field: sourceField } : { sourceField, targetField }),
  days: { from, to },
})
