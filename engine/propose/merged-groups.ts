import { at, float64At } from '../base/at.ts'
import type { Match } from '../match/state/run-state.ts'
import type { AmountRelation } from './amount-relation.ts'
import type { Draft } from './draft.ts'
import { keptBySide } from './kept-by-side.ts'
import type { LearningSide, LearningSides } from './learning-side.ts'
import type { Measure } from './measures.ts'
import { wholeRoot } from './quantile.ts'

/** Groups whose sums are equal only because they are made of smaller groups whose sums are. */

/** The fraction of matches that are made of smaller groups. */
export interface Merged {
  /** Reduced by what chance may explain. */
  readonly certain: number
  readonly likely: number
}

const claimCountMax = 100

/** O(matches × records × fields + matches × pairs of fields), of 100 matches at most. */
export function mergedFraction({ isMerged }: Draft, claims: readonly Match[]): Merged {
  if (isMerged === undefined) return { certain: 0, likely: 0 }
  const step = Math.ceil(claims.length / claimCountMax)
  const some = claims.filter((_, index) => index % step === 0)
  const count = some.filter(isMerged).length
  return { certain: (count - wholeRoot(count)) / some.length, likely: count / some.length }
}

type Group = Pick<Match, 'source' | 'target'>

/**
 * A test whether the records of a group, divided by some value on each side, have sums that meet: the takings of
 * several terminals under one batch number, each of which has a deposit. The two values need not be equal, so that the
 * other side may name no terminal. A record may be a part of its own.
 */
export function mergedGroupTest(sides: LearningSides, { source, target, sign }: AmountRelation) {
  const factor = sign === 'opposite' ? -1 : 1
  return (group: Group): boolean => {
    if (group.source.length < 2 || group.target.length < 2) return false
    const own = divisionsOf(sides.source, source, group.source)
    const other = divisionsOf(sides.target, target, group.target).map(
      (sums) => new Set([...sums].map((sum) => factor * sum)),
    )
    return own.some((left) => other.some((right) => meet(left, right)))
  }
}

/** Whether at least half of the parts meet, and two of them: if one of two parts meets by chance, the other does. */
function meet(left: ReadonlySet<number>, right: ReadonlySet<number>): boolean {
  const [few, many] = left.size < right.size ? [left, right] : [right, left]
  let count = 0
  for (const sum of few) if (many.has(sum)) count += 1
  return count >= 2 && 2 * count >= few.size
}

/** The sums of the parts into which the values of each field divide the rows, and of the single rows. */
function divisionsOf(side: LearningSide, { units }: Measure, rows: readonly number[]): readonly ReadonlySet<number>[] {
  const single = new Set(rows.map((row) => float64At(units, row)))
  const divided = fieldsOf(side).flatMap((texts) => {
    const sums = new Map<string | undefined, number>()
    for (const row of rows) {
      const text = at(texts, row)
      sums.set(text, (sums.get(text) ?? 0) + float64At(units, row))
    }
    return sums.size < 2 || sums.size === rows.length ? [] : [new Set(sums.values())]
  })
  return [single, ...divided].filter((sums) => sums.size > 1)
}

const kept = keptBySide<readonly (readonly (string | undefined)[])[]>()

const fieldsOf = (side: LearningSide) =>
  kept(side, '', () => [
    ...side.keyFields.map(({ field }) => side.texts(field)),
    side.texts('type'),
    side.texts('status'),
    [...side.days].map(String),
  ])
