import { at, int32At } from '../base/at.ts'
import { firstIndex } from '../base/first-index.ts'
import { absentDay } from '../record/columns.ts'
import type { LagBand } from './lag-band.ts'
import type { LearningSides, Pair } from './learning-side.ts'

/** Pairs of records that do not belong together. */

/** Each source stands in this many pairs of strangers. */
const strangerCount = 10

/** Each source with targets of other pairs. */
export function exchangedPairs(pairs: readonly Pair[]): readonly Pair[] {
  const count = pairs.length
  return Array.from({ length: Math.min(strangerCount, count - 1) }, (_, index) => {
    const offset = 1 + Math.floor((index * (count - 1)) / Math.min(strangerCount, count - 1))
    return pairs.map(([s], place): Pair => [s, at(pairs, (place + offset) % count)[1]])
  }).flat()
}

/** Days before and after the band of which the targets count as near. Payments of the next month do not. */
const nearDays = 3
/** With fewer near targets for each source, targets of any day say more. */
const nearCountMin = 4

/**
 * Each source with targets near its days, since only these can be taken for its own: a tenant's rents of other months
 * have the same name. Where too few are near, each source with targets of other pairs. O(records × log records).
 */
export function nearStrangers(
  sides: LearningSides,
  pairs: readonly Pair[],
  band: LagBand | undefined,
): readonly Pair[] {
  if (band === undefined) return exchangedPairs(pairs)
  const { days } = sides.target
  const targets = [...days.keys()]
    .filter((t) => int32At(days, t) !== absentDay)
    .sort((a, b) => int32At(days, a) - int32At(days, b) || a - b)
  const indexOf = (day: number): number =>
    firstIndex({ from: 0, to: targets.length }, (index) => int32At(days, at(targets, index)) >= day)
  const near = pairs.flatMap(([s, own]): readonly Pair[] => {
    const day = int32At(sides.source.days, s)
    if (day === absentDay) return []
    const [from, to] = [indexOf(day + band.from - nearDays), indexOf(day + band.to + nearDays + 1)]
    const count = Math.min(strangerCount, to - from)
    return Array.from({ length: count }, (_, index): Pair => {
      return [s, at(targets, from + Math.floor((index * (to - from)) / count))]
    }).filter(([, t]) => t !== own)
  })
  return near.length < nearCountMin * pairs.length ? exchangedPairs(pairs) : near
}
