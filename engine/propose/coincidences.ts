import type { AmountRelation } from './amount-relation.ts'
import type { LagBand } from './lag-band.ts'
import { type LearningSides, lagOf, type Pair } from './learning-side.ts'

/** How often records that do not belong together agree. */

/** The fraction of all pairs of a source and a target record whose amounts are equal. O(records). */
export function equalAmountFraction({ source, target, sign }: AmountRelation): number {
  const sizeOf = (unit: number): number => (sign === 'absolute' ? Math.abs(unit) : unit)
  const counts = new Map<number, number>()
  let [own, other, equal] = [0, 0, 0]
  for (const unit of target.units) {
    if (Number.isNaN(unit)) continue
    const key = sizeOf(sign === 'opposite' ? 0 - unit : unit)
    counts.set(key, (counts.get(key) ?? 0) + 1)
    other += 1
  }
  for (const unit of source.units) {
    if (Number.isNaN(unit)) continue
    equal += counts.get(sizeOf(unit)) ?? 0
    own += 1
  }
  // One equal partner of each is its own.
  return Math.max(0, equal - Math.min(own, other)) / Math.max(1, own * other)
}

/** The fraction of pairs of strangers that hold; at least that of a single one, since none is not never. */
export const fractionOfStrangers = (strangers: readonly Pair[], holds: (pair: Pair) => boolean): number =>
  Math.max(1, strangers.filter(holds).length) / Math.max(1, strangers.length)

export function withinFraction(sides: LearningSides, strangers: readonly Pair[], band: LagBand | undefined): number {
  if (band === undefined) return 1
  return fractionOfStrangers(strangers, (pair) => {
    const lag = lagOf(sides, pair)
    return lag !== undefined && lag >= band.from && lag <= band.to
  })
}
