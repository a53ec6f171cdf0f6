import { at, numberAt } from '../../base/at.ts'
import type { Slices } from '../../base/slices.ts'
import type { BoundSum } from '../../rules/criteria/bound-sum.ts'
import { decidableBlocks } from '../blocks/block-size.ts'
import { type Node, qualifyingNodes } from '../blocks/blocks.ts'
import { componentFinder, endsOf } from '../blocks/components.ts'
import { walkBlocks } from '../candidates/walk-blocks.ts'
import { holdsApart } from '../state/apart.ts'
import type { BoundRule } from '../state/bound-rule.ts'
import type { Finding, RunState } from '../state/run-state.ts'
import { type Anchored, type AnchoredBlock, toAnchored, toSides } from './anchors.ts'
import { crowdedAnchors } from './subset-guard.ts'

/** Anchors that choose from the same items. Both are positions in the block. */
export interface SearchSpace extends Anchored<readonly number[]> {
  readonly block: AnchoredBlock
}

interface SearchSpaces {
  readonly spaces: readonly SearchSpace[]
  readonly candidateCount: number
  /** Anchors whose sets are only suggested. */
  readonly crowded: ReadonlySet<Node>
}

interface SearchLimits {
  readonly sum: BoundSum
  readonly itemCountMax: number
}

/**
 * Divides the anchors into spaces, by the items that they may choose from. Anchors with more than `itemCountMax`
 * records to choose from become findings `subset_limit`, one for all that share items. So do those that choose from two
 * records which a decision keeps apart. Changes `run`. O(records + steps of the paths).
 */
export function* searchSpaces(
  run: RunState,
  rule: BoundRule,
  { sum, itemCountMax }: SearchLimits,
): Slices<SearchSpaces> {
  const blocks = (yield* decidableBlocks(run, rule))
    .map((block) => qualifyingNodes(block, sum))
    .filter(({ source, target }) => source.length > 0 && target.length > 0)
  const spaces: SearchSpace[] = []
  const crowded = new Set<Node>()
  const candidateCount = yield* walkBlocks(run, { rule, blocks }, function* (each, candidates) {
    const block = toAnchored(rule, each)
    for (const anchor of crowdedAnchors(rule, each, candidates)) crowded.add(anchor)
    // The search weighs sums alone, so it cannot tell which of its sets hold two records that are kept apart.
    const isApart = (items: readonly number[]): boolean =>
      run.apart !== undefined &&
      holdsApart(run, rule, toSides(rule, { anchors: [], items: rowsAt(block.items, items) }))
    const limits = { itemCountMax, isApart }
    const { within, beyond } =
      candidates === 'complete'
        ? divideComplete(block, limits)
        : divideListed({ block, count: candidates.count, ...toAnchored(rule, candidates) }, limits)
    for (const space of within) spaces.push(space)
    for (const space of beyond) run.findings.push(subsetLimitFinding(rule, space))
    if (run.work.endsSlice(stepsOfDivision * (each.source.length + each.target.length))) yield
  })
  return { spaces, candidateCount, crowded }
}

const stepsOfDivision = 32

export function subsetLimitFinding(rule: BoundRule, { block, anchors, items }: SearchSpace): Finding {
  const rows = { anchors: rowsAt(block.anchors, anchors), items: rowsAt(block.items, items) }
  return { reason: 'subset_limit', rule, ...toSides(rule, rows), candidates: [] }
}

const rowsAt = (nodes: readonly Node[], positions: readonly number[]): number[] =>
  positions.flatMap((position) => at(nodes, position).rows)

interface Division {
  readonly within: readonly SearchSpace[]
  readonly beyond: readonly SearchSpace[]
}

interface SpaceLimits {
  readonly itemCountMax: number
  /** Whether two of these items are kept apart. */
  readonly isApart: (items: readonly number[]) => boolean
}

function divideComplete(block: AnchoredBlock, { itemCountMax, isApart }: SpaceLimits): Division {
  const space = { block, anchors: [...block.anchors.keys()], items: [...block.items.keys()] }
  const rowCount = block.items.reduce((count, { rows }) => count + rows.length, 0)
  return rowCount > itemCountMax || isApart(space.items)
    ? { within: [], beyond: [space] }
    : { within: [space], beyond: [] }
}

/**
 * Pair `i`, up to `count`, joins the anchor at `anchors[i]` and the item at `items[i]`, both positions in the block.
 */
interface ListedBlock extends Anchored<Uint32Array> {
  readonly block: AnchoredBlock
  readonly count: number
}

function divideListed(listed: ListedBlock, { itemCountMax, isApart }: SpaceLimits): Division {
  const { block, count } = listed
  const rowCounts = new Float64Array(block.anchors.length)
  for (let index = 0; index < count; index++) {
    const anchor = numberAt(listed.anchors, index)
    rowCounts[anchor] = numberAt(rowCounts, anchor) + at(block.items, numberAt(listed.items, index)).rows.length
  }
  const itemsByAnchor = new Map<number, number[]>()
  for (let index = 0; index < count; index++) {
    const anchor = numberAt(listed.anchors, index)
    const item = numberAt(listed.items, index)
    const items = itemsByAnchor.get(anchor)
    if (numberAt(rowCounts, anchor) > itemCountMax) continue
    if (items === undefined) itemsByAnchor.set(anchor, [item])
    else items.push(item)
  }
  for (const [anchor, items] of itemsByAnchor) if (isApart(items)) itemsByAnchor.delete(anchor)
  const beyond: number[] = []
  for (let index = 0; index < count; index++)
    if (!itemsByAnchor.has(numberAt(listed.anchors, index))) beyond.push(index)
  return { within: spacesByItems(block, itemsByAnchor), beyond: connectedSpaces(listed, Uint32Array.from(beyond)) }
}

function spacesByItems(block: AnchoredBlock, itemsByAnchor: ReadonlyMap<number, readonly number[]>): SearchSpace[] {
  const spaceByKey = new Map<string, { readonly anchors: number[]; readonly items: readonly number[] }>()
  for (const [anchor, unsorted] of itemsByAnchor) {
    const items = unsorted.toSorted((a, b) => a - b)
    const key = items.join()
    const known = spaceByKey.get(key)
    if (known === undefined) spaceByKey.set(key, { anchors: [anchor], items })
    else known.anchors.push(anchor)
  }
  return [...spaceByKey.values()].map((space) => ({ ...space, block }))
}

function connectedSpaces({ block, anchors, items }: ListedBlock, indices: Uint32Array): SearchSpace[] {
  if (indices.length === 0) return []
  const componentsOf = componentFinder(
    { source: block.anchors, target: block.items },
    { source: anchors, target: items },
  )
  return componentsOf(indices).map((component) => ({
    block,
    anchors: endsOf(component, anchors).nodes,
    items: endsOf(component, items).nodes,
  }))
}
