import { augment } from './augment.ts'
import { carry } from './costs.ts'
import { createFlowState, isTight, type Transport } from './flow-state.ts'
import { raisePotentials, searchPaths } from './shortest-paths.ts'

/** The most pairs at the least cost, and what the optimum leaves open: complementary slackness. */
export interface Flow {
  /** Edge → pairs on it. */
  readonly counts: Int32Array
  /** What is left of each node's multiplicity. */
  readonly supplies: Int32Array
  readonly demands: Int32Array
  /** Whether an edge may carry pairs in a best flow: its reduced cost is 0. Others carry none in any. */
  isTight(edge: number): boolean
  /** Whether some best flow might leave rows of a node over; of the others it takes all rows. */
  mayLeaveSource(source: number): boolean
  mayLeaveTarget(target: number): boolean
}

/**
 * The flow that sends the most and, of those, costs least: shortest augmenting paths with potentials, all paths that
 * are equally short in one phase. O(phases × edges × log nodes) time; every phase sends at least one pair more.
 */
export function minCostFlow(transport: Transport): Flow {
  const state = createFlowState(transport)
  while (searchPaths(state)) {
    raisePotentials(state)
    for (const end of state.ends) while ((state.demands[end] ?? 0) > 0 && augment(state, end)) {}
  }
  const { sourceCount, drain, counts, supplies, demands, potentials } = state
  const { width } = state.costs
  const isLevel = (node: number, other: number | undefined): boolean => {
    let sign = 0
    for (let limb = 0; limb < width; limb++) {
      const level = other === undefined ? 0 : (potentials[other * width + limb] ?? 0)
      sign = carry(sign, (potentials[node * width + limb] ?? 0) - level)
    }
    return sign === 0
  }
  return {
    counts,
    supplies,
    demands,
    isTight: (edge) => isTight(state, edge),
    mayLeaveSource: (source) => isLevel(source, undefined),
    mayLeaveTarget: (target) => isLevel(sourceCount + target, drain),
  }
}
