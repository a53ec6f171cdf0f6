import { canonicalize } from '../../../engine/base/canonical.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { blockOf, isKey } from './blocking.ts'
import { candidatesOf, type Edge } from './closest.ts'
import { partakers } from './nodes.ts'
import { sumOfRecord } from './sums.ts'
import { type Both, type Side, sides } from './values.ts'
import { find, type Policy, type Records, type World } from './world.ts'

/** Finds the blocks of a rule that are too large, and hides their records from the rule. */
export function hideLargeBlocks(world: World, policy: Policy): void {
  world.hidden.clear()
  const { limits } = world
  if (limits === undefined) return
  const tooMany = (records: Both<Records>, by: string, counts: { readonly needed: number; readonly limit: number }) => {
    find(world, policy, { reason: 'group_too_large', ...records, candidates: [], work: { ...counts, by } })
    for (const side of sides) for (const record of records[side]) world.hidden.add(record)
  }
  for (const block of blocksOf(world, policy)) {
    const records = [...block.source, ...block.target]
    const bytes = records.reduce(
      (sum, record) => sum + Buffer.byteLength(`${canonicalize(JSON.parse(JSON.stringify(record)))}\n`),
      0,
    )
    if (records.length > limits.blockRecordCountMax)
      tooMany(block, 'records', { needed: records.length, limit: limits.blockRecordCountMax })
    else if (bytes > limits.blockByteCountMax)
      tooMany(block, 'bytes', { needed: bytes, limit: limits.blockByteCountMax })
  }
  if (!listsCandidates(policy)) return
  const limit = limits.candidateCountMax
  const edges = candidatesOf(world, policy).filter((edge) => isQualified(policy, edge))
  for (const block of blocksOf(world, policy)) {
    const own = edges.filter(({ source: { records } }) => records.every((record) => block.source.includes(record)))
    const qualified = (side: Side) => block[side].filter((record) => qualifies(policy, side, record))
    if (own.length > limit)
      tooMany({ source: qualified('source'), target: qualified('target') }, 'candidates', { needed: limit + 1, limit })
  }
}

/** Whether a rule lists pairs: where all criteria are keys every pair holds, and a group is compared as a whole. */
const listsCandidates = ({ comparisons, rule: { cardinality, select } }: Policy): boolean =>
  !comparisons.every(isKey) && (cardinality === '1:1' || select === 'subset')

const isQualified = (policy: Policy, edge: Edge): boolean =>
  sides.every((side) => edge[side].records.every((record) => qualifies(policy, side, record)))

const qualifies = ({ rule: { sum, cardinality } }: Policy, side: Side, record: CanonicalRecord): boolean =>
  sum === undefined || cardinality === '1:1' || sumOfRecord(sum, side, record) !== undefined

/** The records that take part, by what the exact criteria read of them; only where both sides have some. */
function blocksOf(world: World, policy: Policy): Both<CanonicalRecord[]>[] {
  const blocks = new Map<string, Both<CanonicalRecord[]>>()
  for (const side of sides) {
    for (const record of partakers(world, policy, side)) {
      const key = blockOf(policy.comparisons, side, record)
      if (key === undefined) continue
      const block = blocks.get(key) ?? { source: [], target: [] }
      block[side].push(record)
      blocks.set(key, block)
    }
  }
  return [...blocks.values()].filter(({ source, target }) => source.length > 0 && target.length > 0)
}
