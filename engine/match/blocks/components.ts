import { numberAt, uint32At } from '../../base/at.ts'
import { finish, type Pace, type Slices, uninterrupted } from '../../base/slices.ts'
import type { BySide } from '../../record/side.ts'
import type { CandidateList } from './pair-list.ts'

/**
 * Splits candidates of a block into connected components: lists of indices, ordered by their first index. A call takes
 * about O(candidates of the call), whatever the size of the block.
 */
export function componentFinder(block: Lengths, candidates: CandidateEnds): (indices: Uint32Array) => Uint32Array[] {
  const find = slicedComponentFinder(block, candidates, uninterrupted)
  return (indices) => finish(find(indices))
}

type Lengths = BySide<{ readonly length: number }>
type CandidateEnds = Pick<CandidateList, 'source' | 'target'>

export function slicedComponentFinder(
  block: Lengths,
  candidates: CandidateEnds,
  pace: Pace,
): (indices: Uint32Array) => Slices<Uint32Array[]> {
  const offset = block.source.length
  const parents = Uint32Array.from({ length: offset + block.target.length }, (_, node) => node)
  const find = (node: number): number => {
    let root = node
    for (let parent = numberAt(parents, root); parent !== root; parent = numberAt(parents, root)) {
      parents[root] = numberAt(parents, parent)
      root = parent
    }
    return root
  }
  const sourceOf = (index: number): number => numberAt(candidates.source, index)
  const targetOf = (index: number): number => offset + numberAt(candidates.target, index)
  return function* (indices) {
    for (const part of partsOf(indices)) {
      for (const index of part) parents[find(targetOf(index))] = find(sourceOf(index))
      if (pace.endsSlice(stepsOfJoin * part.length)) yield
    }
    const components = yield* splitBy(indices, (index) => find(sourceOf(index)), pace)
    // Only the nodes of this call are reset: a block may have as many tiers as pairs, and each tier is a call.
    for (const index of indices) {
      parents[sourceOf(index)] = sourceOf(index)
      parents[targetOf(index)] = targetOf(index)
    }
    return components
  }
}

const stepsOfJoin = 8

const partLength = 2 ** 16

function partsOf(indices: Uint32Array): readonly Uint32Array[] {
  if (indices.length <= partLength) return [indices]
  const count = Math.ceil(indices.length / partLength)
  return Array.from({ length: count }, (_, part) => indices.subarray(part * partLength, (part + 1) * partLength))
}

function* splitBy(indices: Uint32Array, groupOf: (index: number) => number, pace: Pace): Slices<Uint32Array[]> {
  const counts = new Map<number, number>()
  for (const each of partsOf(indices)) {
    for (const index of each) {
      const group = groupOf(index)
      counts.set(group, (counts.get(group) ?? 0) + 1)
    }
    if (pace.endsSlice(stepsOfJoin * each.length)) yield
  }
  if (counts.size <= 1) return counts.size === 0 ? [] : [indices]
  const parts: { readonly indices: Uint32Array; end: number }[] = []
  const partByGroup = new Map<number, (typeof parts)[number]>()
  for (const [group, count] of counts) {
    const part = { indices: new Uint32Array(count), end: 0 }
    partByGroup.set(group, part)
    parts.push(part)
  }
  for (const each of partsOf(indices)) {
    for (const index of each) {
      const part = partByGroup.get(groupOf(index))
      if (part === undefined) throw new Error(`Candidate ${index} is in no component`)
      part.indices[part.end++] = index
    }
    if (pace.endsSlice(stepsOfJoin * each.length)) yield
  }
  return parts.map((part) => part.indices)
}

export interface Ends {
  readonly nodes: readonly number[]
  /** For each candidate, the position of its node in `nodes`. O(candidates). */
  positions(): Uint32Array
}

/** `column` holds, for every candidate of the block, its node on one side. */
export function endsOf(indices: Uint32Array, column: Uint32Array): Ends {
  const all = indices.map((index) => uint32At(column, index))
  // Candidates are sorted by source, so their source column needs no sorting.
  const nodes = isAscending(all) ? withoutRepeats(all) : [...new Set(all)].sort((a, b) => a - b)
  return {
    nodes,
    positions() {
      const positionOf = positionsIn(nodes)
      return all.map(positionOf)
    },
  }
}

function withoutRepeats(ascending: Uint32Array): number[] {
  const distinct: number[] = []
  for (const each of ascending) if (distinct.length === 0 || each !== distinct.at(-1)) distinct.push(each)
  return distinct
}

function isAscending(numbers: Uint32Array): boolean {
  for (let place = 1; place < numbers.length; place++)
    if (uint32At(numbers, place - 1) > uint32At(numbers, place)) return false
  return true
}

/** Gives the position of a number in a list of distinct numbers. Throws for other numbers. */
export function positionsIn(distinct: readonly number[]): (value: number) => number {
  const positions = new Map(distinct.map((value, position) => [value, position]))
  return (value) => {
    const position = positions.get(value)
    if (position === undefined) throw new RangeError(`Got ${value}, wanted one of ${distinct.length} listed numbers`)
    return position
  }
}
