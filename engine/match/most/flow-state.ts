import { type Incidence, incidenceOf } from '../../base/incidence.ts'
import { type Costs, carry, limbAt } from './costs.ts'

/**
 * A transportation problem: nodes on two sides with their numbers of rows, and edges with the cost of a pair on each.
 */
export interface Transport {
  readonly supplies: Int32Array
  readonly demands: Int32Array
  /** Edge `i` joins the nodes `source[i]` and `target[i]`. Edges are sorted by source; no two join the same nodes. */
  readonly source: Uint32Array
  readonly target: Uint32Array
  readonly costs: Costs
}

/**
 * Throws like `at`. Loops over all edges use this function, since it only ever reads one kind of list: with `numberAt`
 * they take half as long again.
 */
export const indexAt = (indices: Uint32Array, place: number): number => indices[place] ?? outOfRange(indices, place)

function outOfRange(indices: Uint32Array, place: number): never {
  throw new RangeError(`Got place ${place}, wanted one from 0 to ${indices.length - 1}`)
}

export const noEdge = -1

/**
 * A flow while it grows. `supplies` and `demands` count the rows that are not paired yet. Nodes are numbered: sources,
 * then targets, then the super-sink behind all targets. The super-source needs no number, since its potential stays 0.
 */
export interface FlowState extends Transport {
  readonly counts: Int32Array
  readonly sourceCount: number
  readonly superSink: number
  readonly bySource: Incidence
  readonly byTarget: Incidence
  /** Node → its edges that carry pairs. They are few, while a node may have hundreds of edges. */
  readonly carryingEdges: readonly number[][]
  /** Target → its cheapest edge from a source with supply left, as computed last; `noEdge` before that. */
  readonly cheapest: Int32Array
  readonly potentials: Float64Array
  readonly lengths: Float64Array
  /** Node → 1 when it is no further than the nearest demand. While a phase augments, dead ends are set to 0. */
  readonly isNear: Uint8Array
  /** The nearest targets with demand left. All are equally near. */
  readonly nearestTargets: number[]
}

/** All potentials start at 0, which is valid since no cost is negative. */
export function createFlowState(transport: Transport): FlowState {
  const sourceCount = transport.supplies.length
  const superSink = sourceCount + transport.demands.length
  const limbCount = (superSink + 1) * transport.costs.width
  return {
    ...transport,
    supplies: transport.supplies.slice(),
    demands: transport.demands.slice(),
    counts: new Int32Array(transport.source.length),
    sourceCount,
    superSink,
    bySource: incidenceOf(transport.source, sourceCount),
    byTarget: incidenceOf(transport.target, transport.demands.length),
    carryingEdges: Array.from({ length: superSink }, () => []),
    cheapest: new Int32Array(transport.demands.length).fill(noEdge),
    potentials: new Float64Array(limbCount),
    lengths: new Float64Array(limbCount),
    isNear: new Uint8Array(superSink + 1),
    nearestTargets: [],
  }
}

/** Whether the reduced cost of an edge is 0: only such edges lie on shortest paths. */
export function isTight(
  { sourceCount, source, target, costs: { width, limbs }, potentials }: FlowState,
  edge: number,
): boolean {
  const from = indexAt(source, edge) * width
  const to = (sourceCount + indexAt(target, edge)) * width
  let sign = 0
  for (let limb = 0; limb < width; limb++) {
    const level = limbAt(potentials, from + limb) - limbAt(potentials, to + limb)
    sign = carry(sign, limbAt(limbs, edge * width + limb) + level)
  }
  return sign === 0
}
