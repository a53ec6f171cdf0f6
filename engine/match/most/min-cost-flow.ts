import { numberAt } from '../../base/at.ts'
import { augment } from './augment.ts'
import { carry, limbAt } from './costs.ts'
import { createFlowState, isTight, type Transport } from './flow-state.ts'
import { createHeap, findShortestPaths, updatePotentials } from './shortest-paths.ts'

/**
 * One flow with the most pairs at the least cost. By complementary slackness it also tells how other best flows may
 * differ.
 */
export interface Flow {
  readonly counts: Int32Array
  readonly supplies: Int32Array
  readonly demands: Int32Array
  isTight(edge: number): boolean
  /** Whether some best flow leaves rows of the node unpaired. If not, every best flow pairs all of its rows. */
  mayLeaveSource(source: number): boolean
  mayLeaveTarget(target: number): boolean
}

/**
 * The flow with the most pairs and, of these flows, the least cost. Successive shortest paths with potentials; one
 * phase handles all equally short paths. O(phases × edges × log nodes) time; each phase sends at least one pair more.
 */
export function minCostFlow(transport: Transport): Flow {
  const state = createFlowState(transport)
  const { sourceCount, superSink, counts, supplies, demands, potentials } = state
  const { width } = state.costs
  const heap = createHeap(state)
  while (findShortestPaths(state, heap)) {
    updatePotentials(state)
    for (const end of state.nearestTargets) while (numberAt(demands, end) > 0 && augment(state, end)) {}
  }
  /** `undefined` stands for the super-source, whose potential is 0. */
  const isLevel = (node: number, other: number | undefined): boolean => {
    let sign = 0
    for (let limb = 0; limb < width; limb++) {
      const level = other === undefined ? 0 : limbAt(potentials, other * width + limb)
      sign = carry(sign, limbAt(potentials, node * width + limb) - level)
    }
    return sign === 0
  }
  return {
    counts,
    supplies,
    demands,
    isTight: (edge) => isTight(state, edge),
    mayLeaveSource: (source) => isLevel(source, undefined),
    mayLeaveTarget: (target) => isLevel(sourceCount + target, superSink),
  }
}
