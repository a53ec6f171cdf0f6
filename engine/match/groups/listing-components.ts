import { at, uint32At } from '../../base/at.ts'
import { isKey } from '../../rules/criteria/criterion-kind.ts'
import type { BoundRule } from '../bound-rule.ts'
import { componentFinder, endsOf } from '../components.ts'
import { blockPairCountMax } from '../spans.ts'
import { toSides } from './anchors.ts'
import type { Listings } from './listings.ts'

/** Connected components of listings: the blocks of a rule by which texts list records. */

/** The components of some listings: no two of them have a record in common. Near O(listings + records). */
export function listingComponents({ anchors, items, anchorOf, itemOf }: Listings): Listings[] {
  const componentsOf = componentFinder({ source: anchors, target: items }, { source: anchorOf, target: itemOf })
  return componentsOf(Uint32Array.from(anchorOf.keys())).map((indices) => {
    const [ownAnchors, ownItems] = [endsOf(indices, anchorOf), endsOf(indices, itemOf)]
    return {
      anchors: ownAnchors.nodes.map((node) => at(anchors, node)),
      items: ownItems.nodes.map((node) => at(items, node)),
      anchorOf: ownAnchors.positions(),
      itemOf: ownItems.positions(),
    }
  })
}

/** Records of one component, at most. */
export const componentRecordCountMax = 200_000

/**
 * The groups of a component: the listings whose records meet every other criterion, as components. `too_large` when the
 * component has more records, or more pairs to compare, than a rule may look at. O(listings), and O(pairs) for a rule
 * with a criterion that is no key.
 */
export function groupComponents(rule: BoundRule, component: Listings): readonly Listings[] | 'too_large' {
  const { anchors, items, itemOf } = component
  const recordCount = anchors.length + items.reduce((count, rows) => count + rows.length, 0)
  if (recordCount > componentRecordCountMax) return 'too_large'
  const others = rule.criteria.filter((bound) => !isKey(bound.criterion) && bound.listedIn === undefined)
  if (others.length === 0) return [component]
  const pairCount = itemOf.reduce((count, item) => count + at(items, item).length, 0)
  if (pairCount > blockPairCountMax) return 'too_large'
  const holds = (anchor: number, item: number): boolean => {
    const { source, target } = toSides(rule, { anchors: anchor, items: item })
    return others.every((bound) => bound.verdict(source, target) !== 'fails')
  }
  return listingComponents(listingsThatHold(component, holds))
}

/** The listings between single rows that hold. An anchor is whole no longer when no row of an item holds. */
function listingsThatHold(
  { anchors, items, anchorOf, itemOf }: Listings,
  holds: (anchorRow: number, itemRow: number) => boolean,
): Listings {
  const rows = items.flat()
  let rowCount = 0
  const firstOf = Uint32Array.from(items, ({ length }) => {
    rowCount += length
    return rowCount - length
  })
  const broken = new Set<number>()
  const kept: { readonly anchorOf: number[]; readonly itemOf: number[] } = { anchorOf: [], itemOf: [] }
  for (const [edge, anchor] of anchorOf.entries()) {
    const item = uint32At(itemOf, edge)
    const before = kept.anchorOf.length
    for (const [offset, row] of at(items, item).entries()) {
      if (!holds(at(anchors, anchor).row, row)) continue
      kept.anchorOf.push(anchor)
      kept.itemOf.push(uint32At(firstOf, item) + offset)
    }
    if (kept.anchorOf.length === before) broken.add(anchor)
  }
  return {
    anchors: anchors.map(({ row, isWhole }, anchor) => ({ row, isWhole: isWhole && !broken.has(anchor) })),
    items: rows.map((row) => [row]),
    anchorOf: Uint32Array.from(kept.anchorOf),
    itemOf: Uint32Array.from(kept.itemOf),
  }
}
