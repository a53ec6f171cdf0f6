import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { compare, isZero, magnitude, times, whole, zero } from './fraction.ts'
import { holdsOnIdentity } from './identity.ts'
import { anchorSide, bySide, nearestSet } from './subset-solutions.ts'
import { compareSums, signed, sumOf } from './sums.ts'
import { type Both, otherSide } from './values.ts'
import type { Finding, Records } from './world.ts'

/**
 * The set that an anchor may stand for, of the records that are open at the end: no larger than the anchor and of its
 * sign, unless there are both signs. Empty where no set comes near: within a half by an identity, else within a tenth.
 */
export function setOf({ policy, shortfall, ...records }: Finding, open: Both<ReadonlySet<CanonicalRecord>>): Records {
  const [side, itemSide] = [anchorSide(policy), otherSide(anchorSide(policy))]
  const [anchor] = records[side]
  if (!shortfall || !anchor) return []
  const { sum } = shortfall
  const unitsOf = (item: CanonicalRecord) => sumOf(sum, itemSide, [item])
  const isPossible = (item: CanonicalRecord): boolean => {
    const both = signed(sum.sign, bySide(policy, sumOf(sum, side, [anchor]), unitsOf(item)))
    const isOneSign = compare(both.source, zero) > 0 === compare(both.target, zero) > 0
    return !isZero(unitsOf(item)) && isOneSign && compare(magnitude(both[itemSide]), magnitude(both[side])) <= 0
  }
  const left = shortfall.nodes.map((node) => ({ records: node.records.filter((each) => open[itemSide].has(each)) }))
  const all = left.flatMap((node) => node.records)
  const isMixed = [1, -1].every((sign) => all.some((item) => Math.sign(compare(unitsOf(item), zero)) === sign))
  const candidates = left.filter((node) => node.records.length > 0 && (isMixed || node.records.every(isPossible)))
  const nearest = nearestSet(policy, sum, { record: anchor, candidates })
  const totals = bySide(policy, sumOf(sum, side, [anchor]), sumOf(sum, itemSide, nearest))
  const isOfOne = nearest.every((item) => holdsOnIdentity(policy.comparisons, policy.all, bySide(policy, anchor, item)))
  const missed = times(magnitude(compareSums(sum, totals).difference), whole(isOfOne ? 2 : 10))
  return compare(missed, magnitude(totals[side])) <= 0 ? nearest : []
}
