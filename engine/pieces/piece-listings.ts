import { at } from '../base/at.ts'
import { itemSideOf } from '../match/groups/anchors.ts'
import { listedKeyReader, listingCriterion } from '../match/groups/listings.ts'
import { type BoundRule, bindRule, blockingKey, takesPartOf } from '../match/state/bound-rule.ts'
import type { Side } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import { oneSided } from './one-sided.ts'
import { enabledRules } from './route.ts'

interface ListedKeys {
  readonly position: number
  readonly keys: ReadonlySet<string>
}

/** For each rule with a `listed` criterion: the keys under which texts may list the records of a table. O(records). */
export function listedKeysOf(table: Table, side: Side, policy: CompiledPolicy): readonly ListedKeys[] {
  const tables = oneSided(table, side, policy.attributePaths)
  return enabledRules(policy).flatMap((compiled, position) => {
    if (!compiled.criteria.some(({ kind }) => kind.op === 'listed')) return []
    const bound = bindRule(compiled, tables)
    if (listingCriterion(bound) === undefined || itemSideOf(bound) !== side) return []
    const takesPart = takesPartOf(bound, side)
    const { keyOf } = listedKeyReader(bound)
    const keys = new Set<string>()
    for (let row = 0; row < table.rowCount; row++) {
      const key = takesPart(row) ? keyOf(row) : undefined
      if (key !== undefined) keys.add(key)
    }
    return [{ position, keys }]
  })
}

/** The keys that the texts of a table list under the rule at `position`. O(listings). */
export function keysListedIn(
  table: Table,
  policy: CompiledPolicy,
  { side, position }: { readonly side: Side; readonly position: number },
): ReadonlySet<string> {
  const bound = bindTo(table, side, { policy, position })
  if (listingCriterion(bound) === undefined || itemSideOf(bound) === side) return new Set()
  const { listedBy } = listedKeyReader(bound)
  const keys = new Set<string>()
  for (let row = 0; row < table.rowCount; row++) for (const key of listedBy(row)) keys.add(key)
  return keys
}

/**
 * The rows that texts may list under the rule at `position`, by key. Empty for the side that lists, or for a rule
 * without listings. O(records).
 */
export function rowsByKey(
  table: Table,
  policy: CompiledPolicy,
  { side, position }: { readonly side: Side; readonly position: number },
): ReadonlyMap<string, readonly number[]> {
  const rows = new Map<string, number[]>()
  const bound = bindTo(table, side, { policy, position })
  if (listingCriterion(bound) === undefined || itemSideOf(bound) !== side) return rows
  const takesPart = takesPartOf(bound, side)
  const { keyOf } = listedKeyReader(bound)
  for (let row = 0; row < table.rowCount; row++) {
    const key = takesPart(row) ? keyOf(row) : undefined
    if (key === undefined) continue
    const known = rows.get(key)
    if (known === undefined) rows.set(key, [row])
    else known.push(row)
  }
  return rows
}

interface RuleAt {
  readonly policy: CompiledPolicy
  readonly position: number
}

function bindTo(table: Table, side: Side, { policy, position }: RuleAt): BoundRule {
  const tables = oneSided(table, side, policy.attributePaths)
  return bindRule(at(enabledRules(policy), position), tables)
}

/** The keys that a record lists, or the key by which it is listed, each behind the record's blocking key. */
interface ListingSide {
  readonly isAnchor: boolean
  keysOf(row: number): readonly string[]
}

/** Requires that the rule at `position` has a `listed` criterion. O(listings). */
export function listingSideOf(
  table: Table,
  policy: CompiledPolicy,
  { side, position }: { readonly side: Side; readonly position: number },
): ListingSide {
  const bound = bindTo(table, side, { policy, position })
  const takesPart = takesPartOf(bound, side)
  const isAnchor = itemSideOf(bound) !== side
  const { keyOf, listedBy } = listedKeyReader(bound)
  return {
    isAnchor,
    keysOf(row) {
      const block = takesPart(row) ? blockingKey(bound.criteria, side, row) : undefined
      if (block === undefined) return []
      const key = isAnchor ? undefined : keyOf(row)
      const keys = isAnchor ? listedBy(row) : key === undefined ? [] : [key]
      return keys.map((each) => `${block}${each}`)
    },
  }
}
