import { at, numberAt } from '../../base/at.ts'
import { type FlowState, indexAt, isTight } from './flow-state.ts'

/** Sends as many pairs as fit along one shortest path to `end`; false when no path is left. */
export function augment(state: FlowState, end: number): boolean {
  const { source, supplies, demands, counts } = state
  const path = pathTo(state, end)
  if (path === undefined) return false
  const start = indexAt(source, at(path, 0))
  const isBackward = (position: number): boolean => position % 2 === 1
  const amount = path.reduce(
    (least, edge, position) => (isBackward(position) ? Math.min(least, numberAt(counts, edge)) : least),
    Math.min(numberAt(supplies, start), numberAt(demands, end)),
  )
  supplies[start] = numberAt(supplies, start) - amount
  demands[end] = numberAt(demands, end) - amount
  for (const [position, edge] of path.entries()) send(state, edge, isBackward(position) ? -amount : amount)
  return true
}

/**
 * The edges of a path from a source with supply left to the target `end`, alternately sent over and taken back;
 * undefined for none. A node without a path is marked as not near, so that a phase visits it only once. Recursion is as
 * deep as there are nodes.
 */
function pathTo(state: FlowState, end: number): number[] | undefined {
  const { source, supplies, isNear, sourceCount, byTarget } = state
  const edgesFromEmptySources: number[] = []
  const last = indexAt(byTarget.starts, end + 1)
  for (let place = indexAt(byTarget.starts, end); place < last; place++) {
    const edge = indexAt(byTarget.edges, place)
    const from = indexAt(source, edge)
    if (numberAt(isNear, from) === 0 || !isTight(state, edge)) continue
    if (numberAt(supplies, from) > 0) return [edge]
    edgesFromEmptySources.push(edge)
  }
  isNear[sourceCount + end] = 0
  for (const edge of edgesFromEmptySources) {
    const path = pathThrough(state, indexAt(source, edge))
    if (path === undefined) continue
    isNear[sourceCount + end] = 1
    path.push(edge)
    return path
  }
  return undefined
}

/** The edges of a path whose last edge takes a pair back from the source `from`. */
function pathThrough(state: FlowState, from: number): number[] | undefined {
  const { target, isNear, sourceCount, carryingEdges } = state
  if (numberAt(isNear, from) === 0) return undefined
  isNear[from] = 0
  for (const edge of at(carryingEdges, from)) {
    const to = indexAt(target, edge)
    const path = numberAt(isNear, sourceCount + to) === 1 ? pathTo(state, to) : undefined
    if (path === undefined) continue
    isNear[from] = 1
    path.push(edge)
    return path
  }
  return undefined
}

function send({ source, target, sourceCount, counts, carryingEdges }: FlowState, edge: number, amount: number): void {
  const before = numberAt(counts, edge)
  counts[edge] = before + amount
  for (const node of [indexAt(source, edge), sourceCount + indexAt(target, edge)]) {
    const edges = at(carryingEdges, node)
    if (before === 0) edges.push(edge)
    else if (before + amount === 0) edges.splice(edges.indexOf(edge), 1)
  }
}
