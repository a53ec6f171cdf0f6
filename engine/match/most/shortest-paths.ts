import { edgesAt } from '../../base/incidence.ts'
import { carry, compareCosts } from './costs.ts'
import { type FlowState, noEdge } from './flow-state.ts'
import { createNodeHeap, type NodeHeap } from './node-heap.ts'

/** Dijkstra over reduced costs, from all supplies that are left to the nearest demands; false when none is in reach. */
export function searchPaths(state: FlowState): boolean {
  const { sourceCount, demands, isNear, lengths, carriers, source, ends } = state
  const { width, limbs } = state.costs
  const heap = createNodeHeap(state.drain, (left, right) => compareDistances(state, left, right) < 0)
  isNear.fill(0)
  ends.length = 0
  lengths.fill(Number.POSITIVE_INFINITY)
  startFromSupplies(state, heap)
  for (let node = heap.pop(); node !== undefined; node = heap.pop()) {
    const [nearest] = ends
    if (nearest !== undefined && compareDistances(state, node, sourceCount + nearest) > 0) break
    isNear[node] = 1
    if ((demands[node - sourceCount] ?? 0) > 0) ends.push(node - sourceCount)
    for (const edge of carriers[node] ?? []) {
      const giver = source[edge] ?? 0
      if (isNear[giver] === 1) continue
      for (let limb = 0; limb < width; limb++)
        lengths[giver * width + limb] = (lengths[node * width + limb] ?? 0) - (limbs[edge * width + limb] ?? 0)
      relaxFrom(state, giver, heap)
    }
  }
  return ends.length > 0
}

/**
 * The lengths of all targets that a supply reaches in one step. A source with supply left has length 0 in every phase, so
 * that the cheapest edge to a target stays the cheapest until its source has nothing left.
 */
function startFromSupplies(state: FlowState, heap: NodeHeap): void {
  const { sourceCount, supplies, isNear, lengths, cheapest, source } = state
  const { width, limbs } = state.costs
  for (let node = 0; node < sourceCount; node++) {
    if (supplies[node] === 0) continue
    isNear[node] = 1
    lengths.fill(0, node * width, (node + 1) * width)
  }
  for (let target = 0; target < cheapest.length; target++) {
    const known = cheapest[target] ?? noEdge
    const edge = known !== noEdge && isNear[source[known] ?? 0] === 1 ? known : cheapestEdge(state, target)
    cheapest[target] = edge
    if (edge === noEdge) continue
    for (let limb = 0; limb < width; limb++)
      lengths[(sourceCount + target) * width + limb] = limbs[edge * width + limb] ?? 0
    heap.raise(sourceCount + target)
  }
}

function cheapestEdge({ byTarget, source, supplies, costs }: FlowState, target: number): number {
  let cheapest = noEdge
  for (const edge of edgesAt(byTarget, target)) {
    const isOpen = (supplies[source[edge] ?? 0] ?? 0) > 0
    if (isOpen && (cheapest === noEdge || compareCosts(costs, edge, cheapest) < 0)) cheapest = edge
  }
  return cheapest
}

/** The sign of how much further `left` is than `right`, over reduced costs. */
function compareDistances({ costs: { width }, lengths, potentials }: FlowState, left: number, right: number): number {
  const distance = (place: number): number => (lengths[place] ?? 0) - (potentials[place] ?? 0)
  let sign = 0
  for (let limb = 0; limb < width; limb++)
    sign = carry(sign, distance(left * width + limb) - distance(right * width + limb))
  return sign
}

/** Looks at all edges of a source whose length is known. Nothing gets shorter that is near already. */
function relaxFrom(
  { sourceCount, target, costs, lengths, isNear, bySource }: FlowState,
  from: number,
  heap: NodeHeap,
): void {
  const { width, limbs } = costs
  isNear[from] = 1
  const end = bySource.starts[from + 1] ?? 0
  for (let edge = bySource.starts[from] ?? 0; edge < end; edge++) {
    const to = sourceCount + (target[edge] ?? 0)
    let sign = (lengths[from * width] ?? 0) + (limbs[edge * width] ?? 0) - (lengths[to * width] ?? 0)
    for (let limb = 1; limb < width; limb++) {
      const through = (lengths[from * width + limb] ?? 0) + (limbs[edge * width + limb] ?? 0)
      sign = carry(sign, through - (lengths[to * width + limb] ?? 0))
    }
    if (sign >= 0) continue
    for (let limb = 0; limb < width; limb++)
      lengths[to * width + limb] = (lengths[from * width + limb] ?? 0) + (limbs[edge * width + limb] ?? 0)
    heap.raise(to)
  }
}

/** Afterwards the reduced cost of every edge on a shortest path is 0, and still none is negative. */
export function raisePotentials({
  drain,
  sourceCount,
  costs: { width },
  potentials,
  lengths,
  isNear,
  ends,
}: FlowState): void {
  const nearest = sourceCount + (ends[0] ?? 0)
  const raises = Array.from({ length: width }, (_, limb) => {
    const place = nearest * width + limb
    return (lengths[place] ?? 0) - (potentials[place] ?? 0)
  })
  for (let node = 0; node <= drain; node++) {
    for (let limb = 0; limb < width; limb++) {
      const place = node * width + limb
      if (isNear[node] === 1) potentials[place] = lengths[place] ?? 0
      else potentials[place] = (potentials[place] ?? 0) + (raises[limb] ?? 0)
    }
  }
}
