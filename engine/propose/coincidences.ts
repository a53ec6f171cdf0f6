import type { AmountRelation } from './amount-relation.ts'
import type { Traits } from './common-traits.ts'
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

/** The fractions of pairs of strangers whose amounts are equal, and whose days are near. */
interface Agreeing {
  readonly equal: number
  readonly within: number
}

/**
 * The fraction of pairs with equal amounts and near days that are expected to be strangers: as many as records of one side
 * have equal amounts, since these are no pairs. O(records × log records).
 */
export function accidentalFraction({ relation, pairs }: Traits, { equal, within }: Agreeing): number {
  const [own, other] = [presentUnits(relation.source.units), presentUnits(relation.target.units)]
  const most = Math.max(equal, repeatedFraction(own), repeatedFraction(other))
  return (most * within * own.length * other.length) / Math.max(1, pairs.length)
}

const presentUnits = (units: Float64Array): Float64Array => units.filter((unit) => !Number.isNaN(unit))

/** The fraction of pairs of two records of one side with one amount; at least that of a single pair. */
function repeatedFraction(units: Float64Array): number {
  const sorted = units.toSorted()
  let [equal, run] = [0, 0]
  for (let index = 1; index < sorted.length; index++) {
    run = sorted[index] === sorted[index - 1] ? run + 1 : 0
    equal += run
  }
  return Math.max(1, equal) / Math.max(1, (units.length * (units.length - 1)) / 2)
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
