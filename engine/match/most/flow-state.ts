import { type Incidence, incidenceOf } from '../../base/incidence.ts'
import { type Costs, carry } from './costs.ts'

/** Nodes on two sides with their multiplicities, and edges between them with what a pair on each costs. */
export interface Transport {
  readonly supplies: Int32Array
  readonly demands: Int32Array
  /** Edge `i` joins `source[i]` and `target[i]`; by source, and no two join the same. */
  readonly source: Uint32Array
  readonly target: Uint32Array
  readonly costs: Costs
}

/** Stands for no edge in `cheapest`. */
export const noEdge = -1

/** A flow in the making. Sources come first, then targets, then the drain; the potential of the feed, whence all paths begin, stays 0. */
export interface FlowState extends Transport {
  readonly counts: Int32Array
  readonly sourceCount: number
  readonly drain: number
  readonly bySource: Incidence
  readonly byTarget: Incidence
  /** Node → the edges at it that carry pairs: few, where a node may have hundreds. */
  readonly carriers: readonly number[][]
  /** Target → the cheapest edge from a source that had supply left when this was last looked at. */
  readonly cheapest: Int32Array
  /** As costs, node by node. */
  readonly potentials: Float64Array
  /** As costs: what the shortest path to a node costs that this phase has found so far. */
  readonly lengths: Float64Array
  /** The nodes that are no further than the nearest demand. */
  readonly isNear: Uint8Array
  /** The nearest targets that have demand left; none of them is nearer than another. */
  readonly ends: number[]
}

/** Nothing sent yet; costs being positive, potentials of 0 are right. */
export function createFlowState(transport: Transport): FlowState {
  const sourceCount = transport.supplies.length
  const drain = sourceCount + transport.demands.length
  const limbCount = (drain + 1) * transport.costs.width
  return {
    ...transport,
    supplies: transport.supplies.slice(),
    demands: transport.demands.slice(),
    counts: new Int32Array(transport.source.length),
    sourceCount,
    drain,
    bySource: incidenceOf(transport.source, sourceCount),
    byTarget: incidenceOf(transport.target, transport.demands.length),
    carriers: Array.from({ length: drain }, () => []),
    cheapest: new Int32Array(transport.demands.length).fill(noEdge),
    potentials: new Float64Array(limbCount),
    lengths: new Float64Array(limbCount),
    isNear: new Uint8Array(drain + 1),
    ends: [],
  }
}

/** Whether the reduced cost of an edge is 0. */
export function isTight(
  { sourceCount, source, target, costs: { width, limbs }, potentials }: FlowState,
  edge: number,
): boolean {
  const from = source[edge] ?? 0
  const to = sourceCount + (target[edge] ?? 0)
  let sign = 0
  for (let limb = 0; limb < width; limb++) {
    const level = (potentials[from * width + limb] ?? 0) - (potentials[to * width + limb] ?? 0)
    sign = carry(sign, (limbs[edge * width + limb] ?? 0) + level)
  }
  return sign === 0
}
