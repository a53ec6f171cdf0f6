import { at } from '../base/at.ts'
import type { CriterionInput } from '../rules/language/language.ts'

/** Days from the source's date to the target's within which pairs lie. */
export interface LagBand {
  readonly from: number
  readonly to: number
  /** The pairs that it was learned from, and how many of them lie within. */
  readonly count: number
  readonly withinCount: number
  /** The date fields that it is of, where they are not the booking dates. */
  readonly sourceField?: string
  readonly targetField?: string
}

/** Pairs that a band may leave out, and the widest band that means anything. */
const outsideShareMax = 0.005
const widthMax = 92

/**
 * The shortest band of days that leaves out as few of `lags` as may be accidents; undefined for fewer than `countMin` lags
 * or for lags all over the year. O(n log n).
 */
export function lagBand(lags: readonly number[], countMin = 3): LagBand | undefined {
  if (lags.length < countMin) return undefined
  const sorted = lags.toSorted((a, b) => a - b)
  const within = Math.max(1, Math.ceil((1 - outsideShareMax) * sorted.length))
  let best: readonly [number, number] | undefined
  for (let first = 0; first + within <= sorted.length; first++) {
    const [from, to] = [at(sorted, first), at(sorted, first + within - 1)]
    if (best === undefined || to - from < best[1] - best[0]) best = [from, to]
  }
  if (best === undefined || best[1] - best[0] > widthMax) return undefined
  const [from, to] = best
  return { from, to, count: lags.length, withinCount: lags.filter((lag) => lag >= from && lag <= to).length }
}

/** Days from the mode within which a band may lie, and beyond which a day is far from it. */
const reachMax = 45
const nearMax = 7
/** How many deviations a day has to be above chance. */
const chanceDeviations = 3

/**
 * The band of the lags that stand out: the densest run of days about their mode. For lags with chance ones
 * among them. A day of the band has `dayShareMin` of all lags at least.
 */
export function modalBand(lags: readonly number[], dayShareMin = 0.004): LagBand | undefined {
  if (lags.length < 3) return undefined
  const counts = new Map<number, number>()
  for (const lag of lags) counts.set(lag, (counts.get(lag) ?? 0) + 1)
  const countOf = (day: number): number => counts.get(day) ?? 0
  const [commonest] = [...counts].toSorted(([a, as], [b, bs]) => bs - as || Math.abs(a) - Math.abs(b) || a - b)
  if (commonest === undefined) return undefined
  const [mode] = commonest
  const floor = Math.max(1, dayShareMin * lags.length)
  const chance = chancePerDay(lags, mode)
  const standsOut = (count: number): boolean =>
    count >= floor && count > chance && (count - chance) ** 2 >= chanceDeviations ** 2 * chance
  let [from, to] = [mode, mode]
  // Over a weekend there may be days without a pair.
  const goesOn = (day: number, step: number): boolean => [0, 1, 2].some((skip) => standsOut(countOf(day + skip * step)))
  while (from > mode - reachMax && goesOn(from - 1, -1)) from -= 1
  while (to < mode + reachMax && goesOn(to + 1, 1)) to += 1
  const within = lags.filter((lag) => lag >= from && lag <= to)
  return lagBand(within) ?? { from, to, count: lags.length, withinCount: within.length }
}

/** Lags of a day that are there by chance: those far from the mode, on the side that has fewer. */
function chancePerDay(lags: readonly number[], mode: number): number {
  const days = reachMax - nearMax
  const before = lags.filter((lag) => lag >= mode - reachMax && lag < mode - nearMax).length
  const after = lags.filter((lag) => lag > mode + nearMax && lag <= mode + reachMax).length
  return Math.min(before, after) / days
}

/** The criterion that means the band. */
export const dateCriterion = ({ from, to, sourceField = 'date', targetField = 'date' }: LagBand): CriterionInput => ({
  ...(sourceField === targetField ? { field: sourceField } : { sourceField, targetField }),
  days: { from, to },
})
