import { at, numberAt } from '../../base/at.ts'
import { forEachInSlices, type Pace, type Slices } from '../../base/slices.ts'
import type { BoundSum } from '../../rules/criteria/bound-sum.ts'
import { decidableBlocks } from '../blocks/block-size.ts'
import { type Node, qualifyingNodes } from '../blocks/blocks.ts'
import { slicedComponentFinder } from '../blocks/components.ts'
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
    for (const anchor of yield* crowdedAnchors(rule, { block: each, candidates, pace: run.work })) crowded.add(anchor)
    // The search weighs sums alone, so it cannot tell which of its sets hold two records that are kept apart.
    const isApart = (items: readonly number[]): boolean =>
      run.apart !== undefined &&
      holdsApart(run, rule, toSides(rule, { anchors: [], items: rowsAt(block.items, items) }))
    const limits = { itemCountMax, isApart, pace: run.work }
    const { within, beyond } =
      candidates === 'complete'
        ? divideComplete(block, limits)
        : yield* divideListed({ block, count: candidates.count, ...toAnchored(rule, candidates) }, limits)
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
  readonly pace: Pace
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

/** A list may have millions of pairs, so that none is copied but those beyond the limit. */
function* divideListed(listed: ListedBlock, { itemCountMax, isApart, pace }: SpaceLimits): Slices<Division> {
  const { block, count } = listed
  const each = { pace, stepsOfEach: stepsOfPair }
  const rowCounts = new Float64Array(block.anchors.length)
  yield* forEachInSlices(count, each, (index) => {
    const anchor = numberAt(listed.anchors, index)
    rowCounts[anchor] = numberAt(rowCounts, anchor) + at(block.items, numberAt(listed.items, index)).rows.length
  })
  const itemsByAnchor = new Map<number, number[]>()
  yield* forEachInSlices(count, each, (index) => {
    const anchor = numberAt(listed.anchors, index)
    if (numberAt(rowCounts, anchor) > itemCountMax) return
    const items = itemsByAnchor.get(anchor)
    if (items === undefined) itemsByAnchor.set(anchor, [numberAt(listed.items, index)])
    else items.push(numberAt(listed.items, index))
  })
  let withinCount = 0
  for (const [anchor, items] of itemsByAnchor)
    if (isApart(items)) itemsByAnchor.delete(anchor)
    else withinCount += items.length
  const beyond = new Uint32Array(count - withinCount)
  let beyondCount = 0
  yield* forEachInSlices(count, each, (index) => {
    if (!itemsByAnchor.has(numberAt(listed.anchors, index))) beyond[beyondCount++] = index
  })
  return { within: spacesByItems(block, itemsByAnchor), beyond: yield* connectedSpaces(listed, beyond, pace) }
}

const stepsOfPair = 8

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

function* connectedSpaces(
  { block, anchors, items }: ListedBlock,
  indices: Uint32Array,
  pace: Pace,
): Slices<readonly SearchSpace[]> {
  if (indices.length === 0) return []
  const componentsOf = slicedComponentFinder(
    { source: block.anchors, target: block.items },
    { source: anchors, target: items },
    pace,
  )
  const [anchorsIn, itemsIn] = [distinctFinder(anchors, block.anchors), distinctFinder(items, block.items)]
  const spaces: SearchSpace[] = []
  for (const component of yield* componentsOf(indices)) {
    spaces.push({ block, anchors: anchorsIn(component), items: itemsIn(component) })
    if (pace.endsSlice(stepsOfPair * component.length)) yield
  }
  return spaces
}

/** Gives the different nodes of `column` at some indices, in ascending order, without a copy of the column. */
function distinctFinder(column: Uint32Array, { length }: { readonly length: number }) {
  const isFound = new Uint8Array(length)
  return (indices: Uint32Array): readonly number[] => {
    const nodes: number[] = []
    for (const index of indices) {
      const node = numberAt(column, index)
      if (numberAt(isFound, node) === 1) continue
      isFound[node] = 1
      nodes.push(node)
    }
    for (const node of nodes) isFound[node] = 0
    return nodes.sort((a, b) => a - b)
  }
}
