import { at } from '../../base/at.ts'
import { toUnit, type Units } from '../../record/columns.ts'
import { type KnownSum, totalsThatHold } from '../../rules/criteria/sum-totals.ts'
import type { BoundRule } from '../state/bound-rule.ts'
import { addSums, type Entries, type Halves } from './subset-halves.ts'
import { type SmallestSets, smallestSets } from './subset-search.ts'

/** The one or two totals of the other side that agree with `known` exactly, without the rule's tolerance. */
export function wantedTotals({ compiled: { rule } }: BoundRule, known: KnownSum): readonly Units[] {
  if (rule.sum === undefined) throw new TypeError('A rule that selects subsets has a sum')
  return totalsThatHold({ sign: rule.sum.sign }, known).map(({ from }) => from)
}

/**
 * The smallest of the sets of up to `sizeMax` records whose sums are nearest to one of `totals`. Requires at least one
 * record. O(entries of the halves × `sizeMax`).
 */
export function nearestSets(pools: readonly Halves[], totals: readonly Units[], sizeMax: number): SmallestSets {
  let least: bigint | undefined
  for (const { left, right } of pools)
    for (const [leftSize, own] of left.bySize.entries())
      for (const [rightSize, other] of right.bySize.entries()) {
        if (leftSize + rightSize === 0 || leftSize + rightSize > sizeMax) continue
        for (const total of totals) least = lesser(least, leastDifference(own, other, total))
      }
  if (least === undefined) throw new RangeError('Got no records, wanted some to choose from')
  const ends = totals.flatMap((total) => [BigInt(total) - (least ?? 0n), BigInt(total) + (least ?? 0n)])
  const distinct = [...new Set(ends)].sort((a, b) => (a < b ? -1 : 1)).map(toUnit)
  const sets = smallestSets(
    pools,
    distinct.map((end) => ({ from: end, to: end })),
    sizeMax,
  )
  if (sets === undefined) throw new Error('The sets at the least difference are not found again')
  return sets
}

const lesser = (left: bigint | undefined, right: bigint | undefined): bigint | undefined =>
  left === undefined || (right !== undefined && right < left) ? right : left

function leastDifference({ sums: left }: Entries, { sums: right }: Entries, total: Units): bigint | undefined {
  let least: Units | undefined
  let place = right.length - 1
  for (let index = 0; index < left.length && place >= 0; ) {
    const sum = addSums(at(left, index), at(right, place))
    const difference = sum < total ? minus(total, sum) : minus(sum, total)
    if (least === undefined || difference < least) least = difference
    if (sum < total) index += 1
    else place -= 1
  }
  return least === undefined ? undefined : BigInt(least)
}

const minus = (left: Units, right: Units): Units =>
  typeof left === 'number' && typeof right === 'number' ? left - right : BigInt(left) - BigInt(right)
