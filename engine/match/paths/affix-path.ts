import { at, uint32At } from '../../base/at.ts'
import { firstIndex } from '../../base/first-index.ts'
import type { BoundCriterion } from '../../rules/criteria/bound-criterion.ts'
import type { Block } from '../blocks/blocks.ts'
import type { PairPath, Walk } from '../blocks/pair-path.ts'
import { sortIndices } from '../blocks/sort-indices.ts'
import { textsOf } from '../similar/prefix-filter.ts'

/**
 * Finds the pairs in which one text is the beginning of the other: in sorted order, the texts that begin with a text
 * follow it directly.
 */

/**
 * No path where a node has no text. Steps include the characters that are sorted. O(n log n), and the characters that
 * texts have in common.
 */
export function affixPaths(bound: BoundCriterion, block: Block, perPair: number): PairPath[] {
  const { criterion, sortedBy } = bound
  if (criterion.blocking !== 'part' || sortedBy === undefined) return []
  const texts = textsOf(block, { source: bound.sourceValue, target: bound.targetValue })
  if (texts === undefined) return []
  const targets = sortTargets(texts.target.map(sortedBy))
  const reached = texts.source.map((text) => reachOf(targets, sortedBy(text)))
  const pairCount = reached.reduce(
    (sum, { from, to, beginning }) => sum + to - from + countChain(targets, beginning),
    0,
  )
  const units = [...texts.source, ...texts.target].reduce((sum, text) => sum + text.length, 0)
  const looks = reached.reduce((sum, { lookCount }) => sum + lookCount, units)
  const open = (): Walk => (source, visit) => {
    const { from, to, beginning } = at(reached, source)
    for (let place = from; place < to; place++) visit(uint32At(targets.order, place))
    for (let group = beginning; group !== none; group = at(targets.groups, group).beginning) {
      const { start, end } = at(targets.groups, group)
      for (let place = start; place < end; place++) visit(uint32At(targets.order, place))
    }
  }
  return [{ by: criterion.name, stepCount: looks + pairCount, estimate: looks + pairCount * perPair, open }]
}

const none = -1

interface TextGroup {
  readonly text: string
  readonly start: number
  readonly end: number
  /** The group of the longest other text that this text begins with, or `none`. */
  readonly beginning: number
  /** The number of targets in this group and in all groups whose texts its text begins with. */
  readonly chainCount: number
}

interface SortedTargets {
  readonly order: Uint32Array
  readonly groups: readonly TextGroup[]
}

function sortTargets(texts: readonly string[]): SortedTargets {
  const order = Uint32Array.from(texts.keys())
  sortIndices(order, (a, b) => compareUnits(at(texts, a), at(texts, b)))
  const groups: TextGroup[] = []
  for (let start = 0; start < order.length; ) {
    const text = at(texts, uint32At(order, start))
    let end = start + 1
    while (end < order.length && at(texts, uint32At(order, end)) === text) end += 1
    const { group: beginning } = climb(groups, groups.length - 1, text)
    groups.push({
      text,
      start,
      end,
      beginning,
      chainCount: end - start + (beginning === none ? 0 : at(groups, beginning).chainCount),
    })
    start = end
  }
  return { order, groups }
}

/**
 * The targets of one source. The targets from `from` to before `to` begin with the source's text or equal it;
 * `beginning` is the group of the longest text that the source's text begins with.
 */
interface Reached {
  readonly from: number
  readonly to: number
  readonly beginning: number
  readonly lookCount: number
}

function reachOf({ groups, order }: SortedTargets, text: string): Reached {
  const first = firstIndex({ from: 0, to: groups.length }, (group) => at(groups, group).text >= text)
  const behind = firstIndex({ from: first, to: groups.length }, (group) => !at(groups, group).text.startsWith(text))
  const { group: beginning, lookCount } = climb(groups, first - 1, text)
  const placeOf = (group: number): number => (group < groups.length ? at(groups, group).start : order.length)
  return { from: placeOf(first), to: placeOf(behind), beginning, lookCount }
}

/**
 * Finds the last group up to `from` whose text is a beginning of `text`, and counts the groups looked at. This text is
 * also a beginning of all texts sorted between it and `text`, so the search goes from a group to its `beginning`.
 */
function climb(
  groups: readonly TextGroup[],
  from: number,
  text: string,
): { readonly group: number; readonly lookCount: number } {
  let [group, lookCount] = [from, 1]
  while (group !== none && !text.startsWith(at(groups, group).text)) {
    group = at(groups, group).beginning
    lookCount += 1
  }
  return { group, lookCount }
}

const countChain = ({ groups }: SortedTargets, group: number): number =>
  group === none ? 0 : at(groups, group).chainCount

const compareUnits = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
