import { at } from '../base/at.ts'
import type { LearningSide, LearningSides } from './learning-side.ts'
import type { Measure } from './measures.ts'

/** Which amounts of the sides are the same money: what was paid before a conversion, or before a fee. */

const sharedCountMin = 10
const sharedShareMin = 0.4
/** How many more values two other amounts have to share than the plain ones do. */
const gainMin = 2

/** The sides with the amounts first that share most values, where these are far more than the plain amounts share. */
export function withSharedMeasures({ source, target }: LearningSides): LearningSides {
  const [own, other] = [sizesOf(source), sizesOf(target)]
  const [plain, ...others] = own.flatMap((left) =>
    other.map((right) => ({ left, right, count: countShared(left.sizes, right.sizes) })),
  )
  if (plain === undefined) return { source, target }
  const [best] = others.toSorted((a, b) => b.count - a.count)
  if (best === undefined || best.count < Math.max(sharedCountMin, gainMin * plain.count)) return { source, target }
  if (best.count < sharedShareMin * Math.min(best.left.sizes.size, best.right.sizes.size)) return { source, target }
  return { source: withFirst(source, best.left.measure), target: withFirst(target, best.right.measure) }
}

interface Sizes {
  readonly measure: Measure
  readonly sizes: ReadonlySet<number>
}

/** The different sizes of each amount that is a field. */
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
