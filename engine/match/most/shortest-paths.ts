import { at, numberAt } from '../../base/at.ts'
import { createNodeHeap, type NodeHeap } from '../../base/node-heap.ts'
import { carry, compareCosts, limbAt } from './costs.ts'
import { type FlowState, indexAt, noEdge } from './flow-state.ts'

export const createHeap = (state: FlowState): NodeHeap =>
  createNodeHeap(state.superSink, (left, right) => isNearer(state, left, right))

/**
 * Dijkstra's algorithm over reduced costs, from all sources with supply left to the nearest targets with demand left.
 * It puts these targets into `nearestTargets`; false when it reaches none. O(edges × log nodes).
 */
export function findShortestPaths(state: FlowState, heap: NodeHeap): boolean {
  const { sourceCount, demands, isNear, lengths, carryingEdges, source, nearestTargets } = state
  const { width, limbs } = state.costs
  heap.clear()
  isNear.fill(0)
  nearestTargets.length = 0
  lengths.fill(Number.POSITIVE_INFINITY)
  startFromSupplies(state, heap)
  // Only targets enter the heap. A source is reached only from a target that it is paired with, and its edges are
  // followed at once.
  for (let node = heap.pop(); node !== undefined; node = heap.pop()) {
    const [nearest] = nearestTargets
    if (nearest !== undefined && isNearer(state, sourceCount + nearest, node)) break
    isNear[node] = 1
    if (numberAt(demands, node - sourceCount) > 0) nearestTargets.push(node - sourceCount)
    for (const edge of at(carryingEdges, node)) {
      const from = indexAt(source, edge)
      if (numberAt(isNear, from) === 1) continue
      for (let limb = 0; limb < width; limb++)
        lengths[from * width + limb] = limbAt(lengths, node * width + limb) - limbAt(limbs, edge * width + limb)
      isNear[from] = 1
      relaxEdges(state, from, heap)
    }
  }
  return nearestTargets.length > 0
}

/**
 * Sets the lengths of all targets that one edge joins to a source with supply left. This source has length 0 in every
 * phase, so a target's cheapest edge stays the same until its source has no supply left.
 */
function startFromSupplies(state: FlowState, heap: NodeHeap): void {
  const { sourceCount, supplies, isNear, lengths, cheapest, source } = state
  const { width, limbs } = state.costs
  for (let node = 0; node < sourceCount; node++) {
    if (numberAt(supplies, node) === 0) continue
    isNear[node] = 1
    lengths.fill(0, node * width, (node + 1) * width)
  }
  for (let target = 0; target < cheapest.length; target++) {
    const known = numberAt(cheapest, target)
    const isStillOpen = known !== noEdge && numberAt(isNear, indexAt(source, known)) === 1
    const edge = isStillOpen ? known : cheapestEdge(state, target)
    cheapest[target] = edge
    if (edge === noEdge) continue
    for (let limb = 0; limb < width; limb++)
      lengths[(sourceCount + target) * width + limb] = limbAt(limbs, edge * width + limb)
    heap.raise(sourceCount + target)
  }
}

function cheapestEdge({ byTarget: { starts, edges }, source, supplies, costs }: FlowState, target: number): number {
  let cheapest = noEdge
  const end = indexAt(starts, target + 1)
  for (let place = indexAt(starts, target); place < end; place++) {
    const edge = indexAt(edges, place)
    const isOpen = numberAt(supplies, indexAt(source, edge)) > 0
    if (isOpen && (cheapest === noEdge || compareCosts(costs, edge, cheapest) < 0)) cheapest = edge
  }
  return cheapest
}

function isNearer({ costs: { width }, lengths, potentials }: FlowState, left: number, right: number): boolean {
  let sign = 0
  for (let limb = 0; limb < width; limb++) {
    const [one, other] = [left * width + limb, right * width + limb]
    const distance = limbAt(lengths, one) - limbAt(potentials, one)
    sign = carry(sign, distance - (limbAt(lengths, other) - limbAt(potentials, other)))
  }
  return sign < 0
}

/**
 * Shortens the paths of all targets of a source whose length is known (relaxes its edges). The path of a near node
 * never gets shorter.
 *
 * The flow spends most of its time here, and therefore reads lists without a call. A wrong index gives NaN, which stops
 * the run.
 */
function relaxEdges(
  { sourceCount, target, costs, lengths, bySource: { starts } }: FlowState,
  from: number,
  heap: NodeHeap,
): void {
  const { width, limbs } = costs
  const first = limbAt(lengths, from * width)
  const end = indexAt(starts, from + 1)
  for (let edge = indexAt(starts, from); edge < end; edge++) {
    const to = sourceCount + indexAt(target, edge)
    let sign = first + (limbs[edge * width] ?? Number.NaN) - (lengths[to * width] ?? Number.NaN)
    for (let limb = 1; limb < width; limb++) {
      const through = (lengths[from * width + limb] ?? Number.NaN) + (limbs[edge * width + limb] ?? Number.NaN)
      sign = carry(sign, through - (lengths[to * width + limb] ?? Number.NaN))
    }
    if (sign >= 0) continue
    if (Number.isNaN(sign)) throw new RangeError(`Got no cost or no length for edge ${edge} to node ${to}`)
    for (let limb = 0; limb < width; limb++)
      lengths[to * width + limb] = limbAt(lengths, from * width + limb) + limbAt(limbs, edge * width + limb)
    heap.raise(to)
  }
}

/**
 * Updates the potentials after `findShortestPaths` has found a path. Then every edge on a shortest path has a reduced
 * cost of 0, and no edge a negative one.
 */
export function updatePotentials(state: FlowState): void {
  const { superSink, sourceCount, potentials, lengths, isNear, nearestTargets } = state
  const { width } = state.costs
  const nearest = (sourceCount + at(nearestTargets, 0)) * width
  for (let limb = 0; limb < width; limb++) {
    const distance = limbAt(lengths, nearest + limb) - limbAt(potentials, nearest + limb)
    for (let node = 0; node <= superSink; node++) {
      const place = node * width + limb
      potentials[place] = numberAt(isNear, node) === 1 ? limbAt(lengths, place) : limbAt(potentials, place) + distance
    }
  }
}
