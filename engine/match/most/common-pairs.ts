import type { Transport } from './flow-state.ts'
import { minCostFlow } from './min-cost-flow.ts'
import { varyingEdges } from './varying-edges.ts'

/** What all matchings with the most pairs and, of those, the least total rank have in common, and where they differ. */
export interface Decision {
  /** Edge → the pairs on it in every best matching; 0 where they differ, or none has any. */
  readonly common: Int32Array
  /** Edge → 1 when one best matching has more pairs on it than another. */
  readonly varying: Uint8Array
}

/** Decides one connected component; O(pairs × edges × log nodes), far less where many pairs are equally close. */
export function decideMost(transport: Transport): Decision {
  const flow = minCostFlow(transport)
  const varying = varyingEdges(transport, flow)
  return { common: flow.counts.map((count, edge) => (varying[edge] === 1 ? 0 : count)), varying }
}
