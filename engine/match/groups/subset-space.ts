import type { BoundSum } from '../../rules/criteria/bound-sum.ts'
import type { BoundRule } from '../bound-rule.ts'
import { type CandidateList, candidatesOf, countCandidates } from '../candidates.ts'
import { componentFinder } from '../components.ts'
import { type Block, blocksOf, type Node, qualified } from '../nodes.ts'
import type { RunState } from '../run-state.ts'
import { affordable } from '../text-work.ts'

/** A block seen from the one record that a subset adds up to, whichever side that is on. */
export interface AnchoredBlock {
  readonly anchors: readonly Node[]
  readonly items: readonly Node[]
}

/** Anchors that choose from the same items: positions in their block. */
export interface Space {
  readonly block: AnchoredBlock
  readonly anchors: readonly number[]
  readonly items: readonly number[]
}

/** What cannot be searched: the records that it is about. */
export interface Refusal {
  readonly reason: 'group_too_large' | 'subset_limit'
  readonly anchors: readonly number[]
  readonly items: readonly number[]
}

export interface Spaces {
  readonly spaces: readonly Space[]
  readonly refusals: readonly Refusal[]
}

/** The spaces of all blocks of a rule, and how many pairs of an anchor and a record were looked at. */
export interface CountedSpaces extends Spaces {
  readonly candidateCount: number
}

/** The side of a subset rule that its one record is on. */
export const anchorSideOf = ({ compiled }: BoundRule): 'source' | 'target' =>
  compiled.rule.cardinality === '1:n' ? 'source' : 'target'

/**
 * The candidates of every anchor that has no more than `countMax` records of them. Anchors with more that share some
 * are refused together. O(records + pairs inside the first windows).
 */
export function spacesOf(run: RunState, rule: BoundRule, { sum, countMax }: SpaceLimits): CountedSpaces {
  const blocks = blocksOf(rule, run).map((block) => qualified(block, sum))
  const { within, beyond } = affordable(
    rule,
    blocks.filter(({ source, target }) => source.length > 0 && target.length > 0),
  )
  const all = [
    ...beyond.map((block) => tooLarge(rule, block)),
    ...within.map((block) => spacesOfBlock(rule, block, countMax)),
  ]
  return {
    spaces: all.flatMap(({ spaces }) => spaces),
    refusals: all.flatMap(({ refusals }) => refusals),
    candidateCount: all.reduce((count, each) => count + each.candidateCount, 0),
  }
}

export interface SpaceLimits {
  readonly sum: BoundSum
  readonly countMax: number
}

/** The rows of the nodes at `positions`. */
export const rowsOf = (nodes: readonly Node[], positions: Iterable<number>): number[] =>
  [...positions].flatMap((position) => nodes[position]?.rows ?? [])

const anchored = (rule: BoundRule, { source, target }: Block): AnchoredBlock =>
  anchorSideOf(rule) === 'source' ? { anchors: source, items: target } : { anchors: target, items: source }

function tooLarge(rule: BoundRule, nodes: Block): CountedSpaces {
  const block = anchored(rule, nodes)
  const all = { block, anchors: [...block.anchors.keys()], items: [...block.items.keys()] }
  return { spaces: [], refusals: [refusal('group_too_large', all)], candidateCount: 0 }
}

function spacesOfBlock(rule: BoundRule, { source, target }: Block, countMax: number): CountedSpaces {
  const fromSource = anchorSideOf(rule) === 'source'
  const block = anchored(rule, { source, target })
  const candidates = candidatesOf(rule, { source, target })
  if (candidates === 'too_large') return tooLarge(rule, { source, target })
  const candidateCount = countCandidates(candidates, { source, target })
  if (candidates !== 'complete') {
    const list = fromSource ? candidates : { ...candidates, source: candidates.target, target: candidates.source }
    return { ...spacesOfList(block, list, countMax), candidateCount }
  }
  const [anchors, items] = [[...block.anchors.keys()], [...block.items.keys()]]
  return countRows(block, items) > countMax
    ? { spaces: [], refusals: [refusal('subset_limit', { block, anchors, items })], candidateCount }
    : { spaces: [{ block, anchors, items }], refusals: [], candidateCount }
}

/** A space is refused with all records that it is about. */
export const refusal = (reason: Refusal['reason'], { block, anchors, items }: Space): Refusal => ({
  reason,
  anchors: rowsOf(block.anchors, anchors),
  items: rowsOf(block.items, items),
})

const countRows = ({ items }: AnchoredBlock, positions: readonly number[]): number =>
  positions.reduce((count, position) => count + (items[position]?.rows.length ?? 0), 0)

/** The source of `list` is the anchor of each pair. */
function spacesOfList(block: AnchoredBlock, list: CandidateList, countMax: number): Spaces {
  const counts = new Float64Array(block.anchors.length)
  for (let index = 0; index < list.count; index++) {
    const anchor = list.source[index] ?? 0
    counts[anchor] = (counts[anchor] ?? 0) + (block.items[list.target[index] ?? 0]?.rows.length ?? 0)
  }
  const itemsByAnchor = new Map<number, number[]>()
  const over: number[] = []
  for (let index = 0; index < list.count; index++) {
    const anchor = list.source[index] ?? 0
    const items = itemsByAnchor.get(anchor)
    if ((counts[anchor] ?? 0) > countMax) over.push(index)
    else if (items === undefined) itemsByAnchor.set(anchor, [list.target[index] ?? 0])
    else items.push(list.target[index] ?? 0)
  }
  return { spaces: sharedSpaces(block, itemsByAnchor), refusals: refusalsOf(block, list, Uint32Array.from(over)) }
}

/** Anchors that choose from the same items share one space. */
function sharedSpaces(block: AnchoredBlock, itemsByAnchor: ReadonlyMap<number, readonly number[]>): Space[] {
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

/** The pairs of `over`, by connected component. */
function refusalsOf(block: AnchoredBlock, list: CandidateList, over: Uint32Array): Refusal[] {
  if (over.length === 0) return []
  const componentsOf = componentFinder({ source: [...block.anchors], target: [...block.items] }, list)
  return componentsOf(over).map((component) => {
    const anchors = [...new Set(Array.from(component, (index) => list.source[index] ?? 0))]
    const items = [...new Set(Array.from(component, (index) => list.target[index] ?? 0))]
    return refusal('subset_limit', { block, anchors, items })
  })
}
