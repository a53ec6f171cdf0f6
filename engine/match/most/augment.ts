import { edgesAt } from '../../base/incidence.ts'
import { type FlowState, isTight } from './flow-state.ts'

/** Sends as much as it takes along one shortest path that ends at `end`; false when none is left. */
export function augment(state: FlowState, end: number): boolean {
  const { source, supplies, demands, counts } = state
  const path = pathTo(state, end)
  if (path === undefined) return false
  const from = source[path[0] ?? 0] ?? 0
  const isBack = (position: number): boolean => position % 2 === 1
  const amount = path.reduce(
    (least, edge, position) => (isBack(position) ? Math.min(least, counts[edge] ?? 0) : least),
    Math.min(supplies[from] ?? 0, demands[end] ?? 0),
  )
  supplies[from] = (supplies[from] ?? 0) - amount
  demands[end] = (demands[end] ?? 0) - amount
  path.forEach((edge, position) => {
    send(state, edge, isBack(position) ? -amount : amount)
  })
  return true
}

/**
 * A path from a supply that is left to `end`: edges by turns taken and given back, undefined when there is none. What
 * leads nowhere is marked as not near, so that a phase looks at it once. As deep as there are nodes.
 */
function pathTo(state: FlowState, end: number): number[] | undefined {
  const { source, supplies, isNear, sourceCount, byTarget } = state
  const givers: number[] = []
  for (const edge of edgesAt(byTarget, end)) {
    const from = source[edge] ?? 0
    if (isNear[from] === 0 || !isTight(state, edge)) continue
    if ((supplies[from] ?? 0) > 0) return [edge]
    givers.push(edge)
  }
  isNear[sourceCount + end] = 0
  for (const edge of givers) {
    const path = pathInto(state, source[edge] ?? 0)
    if (path === undefined) continue
    isNear[sourceCount + end] = 1
    path.push(edge)
    return path
  }
  return undefined
}

/** A path as of `pathTo` that leaves a source one pair less to send. */
function pathInto(state: FlowState, from: number): number[] | undefined {
  const { target, isNear, sourceCount, carriers } = state
  if (isNear[from] === 0) return undefined
  isNear[from] = 0
  for (const edge of carriers[from] ?? []) {
    const to = target[edge] ?? 0
    const path = isNear[sourceCount + to] === 1 ? pathTo(state, to) : undefined
    if (path === undefined) continue
    isNear[from] = 1
    path.push(edge)
    return path
  }
  return undefined
}

function send({ source, target, sourceCount, counts, carriers }: FlowState, edge: number, amount: number): void {
  const before = counts[edge] ?? 0
  counts[edge] = before + amount
  for (const node of [source[edge] ?? 0, sourceCount + (target[edge] ?? 0)]) {
    const edges = carriers[node] ?? []
    if (before === 0) edges.push(edge)
    else if (before + amount === 0) edges.splice(edges.indexOf(edge), 1)
  }
}
