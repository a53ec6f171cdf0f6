import { blockOf } from './blocking.ts'
import { isCandidate } from './comparison.ts'
import { areApart } from './kept-apart.ts'
import { partakers } from './nodes.ts'
import { compareSums, type Sum, sumOf, sumOfRecord } from './sums.ts'
import { type Both, rawText, type Side, sides } from './values.ts'
import { byId, claim, find, type Policy, type Records, type World } from './world.ts'

/** `select: "group"`: the records of a key group are one unit on each side, and match when their sums agree. */
export function claimGroups(world: World, policy: Policy, sum: Sum): void {
  const groups = { source: groupsOf(world, policy, 'source'), target: groupsOf(world, policy, 'target') }
  for (const [key, source] of groups.source) {
    const target = groups.target.get(key)
    if (target === undefined || !isUnit(policy, { source, target })) continue
    if (areApart(world, [...source, ...target])) continue
    if (hasOneSide(policy, { source, target })) settle(world, policy, { source, target, sum })
    else if (policy.rule.action === 'match')
      find(world, policy, { reason: 'sum_mismatch', source, target, candidates: [], isOneSideCount: true })
  }
}

/** The records of a side that take part and qualify, by their key. */
function groupsOf(world: World, policy: Policy, side: Side): Map<string, Records> {
  const groups = new Map<string, Records>()
  const { sum } = policy.rule
  for (const record of byId(partakers(world, policy, side))) {
    const key = blockOf(policy.comparisons, side, record)
    if (key === undefined || sum === undefined || sumOfRecord(sum, side, record) === undefined) continue
    groups.set(key, [...(groups.get(key) ?? []), record])
  }
  return groups
}

/** A 1-side has one record. */
function hasOneSide({ rule }: Policy, group: Both<Records>): boolean {
  const isOne = { source: rule.cardinality === '1:n', target: rule.cardinality === 'n:1' }
  return sides.every((side) => !isOne[side] || group[side].length === 1)
}

/** No side mixes currencies, and every criterion holds for every pair. */
function isUnit({ comparisons }: Policy, group: Both<Records>): boolean {
  return (
    sides.every((side) => isOneCurrency(group[side])) &&
    group.source.every((s) => group.target.every((t) => isCandidate(comparisons, s, t)))
  )
}

/** Sums never add across currencies. */
export const isOneCurrency = (records: Records): boolean =>
  new Set(records.map((record) => rawText(record, 'currency'))).size === 1

function settle(world: World, policy: Policy, { source, target, sum }: Both<Records> & { readonly sum: Sum }): void {
  const totals = { source: sumOf(sum, 'source', source), target: sumOf(sum, 'target', target) }
  if (compareSums(sum, totals).holds) claim(world, policy, { source, target, interchangeable: false, ambiguous: false })
  else if (policy.rule.action === 'match')
    find(world, policy, { reason: 'sum_mismatch', source, target, candidates: [] })
}
