import { at, byteAt } from '../base/at.ts'
import { compareUtf8 } from '../base/bytes.ts'
import { rowsById } from '../match/blocks/id-order.ts'
import { anchorSideOf, itemSideOf, toSides } from '../match/groups/anchors.ts'
import { type CountedKeysOf, type KeyOf, listedKeys, listingCriterion } from '../match/groups/listings.ts'
import { type BoundRule, blockingKey, takesPartOf } from '../match/state/bound-rule.ts'
import { type Finding, type RunState, status } from '../match/state/run-state.ts'
import type { BreakLine } from './line.ts'
import { idsOf } from './record-ids.ts'

/** The most matched records of a key that are compared, and the most that are named. */
const [lookedAtCountMax, namedCountMax] = [64, 3]

/**
 * Makes a function that gives the member `listed` for `sum_mismatch` findings of a rule by which texts list records.
 * O(records) for each rule.
 */
export function createListedMembers(run: RunState): (finding: Finding) => Pick<BreakLine, 'listed'> {
  const known = new Map<BoundRule, RuleListings>()
  return ({ reason, rule, ...rows }) => {
    if (reason !== 'sum_mismatch' || listingCriterion(rule) === undefined) return {}
    const listings = known.get(rule) ?? ruleListings(run, rule)
    known.set(rule, listings)
    const [side, itemSide] = [anchorSideOf(rule), itemSideOf(rule)]
    const anchor = at(rows[side], 0)
    const found = rows[itemSide]
    const foundKeys = new Set(found.map(listings.keyOf))
    const keys = listings.countedIn(anchor).map((key) => ({ key, taken: listings.takenBy(anchor, key) }))
    const missing = keys.filter(({ key, taken }) => taken.length === 0 && !foundKeys.has(key)).map(({ key }) => key)
    const idsById = (each: readonly number[]): string[] => idsOf(run, itemSide, rowsById(run[itemSide], each))
    return {
      listed: {
        found: idsById(found),
        missing: missing.sort(compareUtf8),
        taken: idsById(keys.flatMap(({ taken }) => taken)),
      },
    }
  }
}

interface RuleListings {
  readonly keyOf: KeyOf
  readonly countedIn: CountedKeysOf
  /** Matched records with a listed key that meet every other criterion with the anchor: the first ones by id. */
  takenBy(anchor: number, key: string): readonly number[]
}

function ruleListings(run: RunState, rule: BoundRule): RuleListings {
  const { keyOf, countedIn } = listedKeys(run, rule)
  const [side, itemSide] = [anchorSideOf(rule), itemSideOf(rule)]
  const takesPart = takesPartOf(rule, itemSide)
  const { statuses, table } = run[itemSide]
  const matched = Array.from({ length: table.rowCount }, (_, row) => row).filter(
    (row) => byteAt(statuses, row) === status.matched && takesPart(row),
  )
  const rowsByKey = Map.groupBy(
    rowsById(run[itemSide], matched),
    (row) => `${blockingKey(rule.criteria, itemSide, row)}${keyOf(row)}`,
  )
  const meets = (anchor: number, item: number): boolean => {
    const { source, target } = toSides(rule, { anchors: anchor, items: item })
    return rule.criteria.every((bound) => bound.verdict(source, target) !== 'fails')
  }
  return {
    keyOf,
    countedIn,
    takenBy(anchor, key) {
      const rows = rowsByKey.get(`${blockingKey(rule.criteria, side, anchor)}${key}`) ?? []
      return rows
        .slice(0, lookedAtCountMax)
        .filter((row) => meets(anchor, row))
        .slice(0, namedCountMax)
    },
  }
}
