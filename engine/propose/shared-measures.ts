import { at } from '../base/at.ts'
import type { LearningSide, LearningSides } from './learning-side.ts'
import type { Measure } from './measures.ts'

/** Finds the amount fields of both sides that hold the same money, such as the amount before a conversion or a fee. */

const sharedCountMin = 10
const sharedFractionMin = 0.4
/** Another pair of fields must have this many times as many equal values as the plain amounts. */
const gainMin = 2

/**
 * Moves the pair of fields that share the most values to the front of each side's `measures`, if the pair shares
 * clearly more values than the first fields do.
 */
export function withSharedMeasures({ source, target }: LearningSides): LearningSides {
  const [own, other] = [sizesOf(source), sizesOf(target)]
  const [plain, ...others] = own.flatMap((left) =>
    other.map((right) => ({ left, right, count: countShared(left.sizes, right.sizes) })),
  )
  if (plain === undefined) return { source, target }
  const [best] = others.toSorted((a, b) => b.count - a.count)
  if (best === undefined || best.count < Math.max(sharedCountMin, gainMin * plain.count)) return { source, target }
  if (best.count < sharedFractionMin * Math.min(best.left.sizes.size, best.right.sizes.size)) return { source, target }
  return { source: withFirst(source, best.left.measure), target: withFirst(target, best.right.measure) }
}

interface Sizes {
  readonly measure: Measure
  readonly sizes: ReadonlySet<number>
}

const sizesOf = ({ measures }: LearningSide): readonly Sizes[] =>
  measures
    .filter(({ field }) => field !== undefined)
    .map((measure) => ({
      measure,
      sizes: new Set([...measure.units].filter((unit) => !Number.isNaN(unit)).map((unit) => Math.abs(unit))),
    }))

const countShared = (left: ReadonlySet<number>, right: ReadonlySet<number>): number =>
  [...left].reduce((count, size) => count + (right.has(size) ? 1 : 0), 0)

const withFirst = (side: LearningSide, first: Measure): LearningSide =>
  first === at(side.measures, 0)
    ? side
    : { ...side, measures: [first, ...side.measures.filter((measure) => measure !== first)] }
