import { at, uint32At } from '../../base/at.ts'
import { isKey } from '../../rules/criteria/criterion-kind.ts'
import { sizeExcess } from '../blocks/block-size.ts'
import { componentFinder, endsOf } from '../blocks/components.ts'
import type { TooLarge } from '../candidates/candidates.ts'
import { holdsApart } from '../state/apart.ts'
import type { BoundRule } from '../state/bound-rule.ts'
import { stepCountMaxOf } from '../state/limits.ts'
import type { RunState } from '../state/run-state.ts'
import { toSides } from './anchors.ts'
import type { Listings } from './listings.ts'

/** The connected components of listings: no two have a record in common. Near O(listings + records). */
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

/**
 * Splits a component by the rule's criteria that are not part of the key, and by what decisions keep apart. Returns the work needed where it exceeds a
 * limit of a block. O(listings), and O(pairs) where there are such criteria.
 */
export function groupComponents(run: RunState, rule: BoundRule, component: Listings): readonly Listings[] | TooLarge {
  const { anchors, items, itemOf } = component
  const rows = toSides(rule, { anchors: anchors.map(({ row }) => row), items: items.flat() })
  const excess = sizeExcess(run, rows)
  if (excess !== undefined) return { excess }
  const others = rule.criteria.filter((bound) => !isKey(bound.criterion) && bound.listedIn === undefined)
  if (others.length === 0) return withoutApart(run, rule, [component])
  const pairCount = itemOf.reduce((count, item) => count + at(items, item).length, 0)
  const limit = stepCountMaxOf(run.work.limits, rows.source.length + rows.target.length)
  if (pairCount > limit) return { excess: { needed: pairCount, limit, by: 'pairs' } }
  run.work.spend(pairCount)
  const holds = (anchor: number, item: number): boolean => {
    const { source, target } = toSides(rule, { anchors: anchor, items: item })
    return others.every((bound) => bound.verdict(source, target) !== 'fails')
  }
  const held = listingsThatHold(component, { holds, countMax: run.work.limits.candidateCountMax })
  return 'excess' in held ? held : withoutApart(run, rule, listingComponents(held))
}

/** Takes away the anchors of which a decision keeps two records of their group apart. */
function withoutApart(run: RunState, rule: BoundRule, components: readonly Listings[]): readonly Listings[] {
  if (run.apart === undefined) return components
  return components.flatMap((listings) => {
    const { anchors, items, anchorOf, itemOf } = listings
    const itemsByAnchor = anchors.map((): number[] => [])
    for (const [edge, anchor] of anchorOf.entries())
      at(itemsByAnchor, anchor).push(...at(items, uint32At(itemOf, edge)))
    const isApart = anchors.map(({ row }, anchor) =>
      holdsApart(run, rule, toSides(rule, { anchors: [row], items: at(itemsByAnchor, anchor) })),
    )
    if (!isApart.includes(true)) return [listings]
    const isLeft = (edge: number): boolean => !at(isApart, uint32At(anchorOf, edge))
    const left = {
      anchorOf: anchorOf.filter((_, edge) => isLeft(edge)),
      itemOf: itemOf.filter((_, edge) => isLeft(edge)),
    }
    return listingComponents({ anchors, items, ...left })
  })
}

interface HeldListings {
  readonly holds: (anchorRow: number, itemRow: number) => boolean
  readonly countMax: number
}

/**
 * The listings between single rows that meet the criteria. An anchor that loses all rows of an item is no longer whole.
 * More than `countMax` listings are too large.
 */
function listingsThatHold(
  { anchors, items, anchorOf, itemOf }: Listings,
  { holds, countMax }: HeldListings,
): Listings | TooLarge {
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
    if (kept.anchorOf.length > countMax) return { excess: { needed: countMax + 1, limit: countMax, by: 'candidates' } }
  }
  return {
    anchors: anchors.map(({ row, isWhole }, anchor) => ({ row, isWhole: isWhole && !broken.has(anchor) })),
    items: rows.map((row) => [row]),
    anchorOf: Uint32Array.from(kept.anchorOf),
    itemOf: Uint32Array.from(kept.itemOf),
  }
}
