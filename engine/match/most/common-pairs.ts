import { byteAt, int32At, uint32At } from '../../base/at.ts'
import type { Transport } from './flow-state.ts'
import { minCostFlow } from './min-cost-flow.ts'
import { varyingEdges } from './varying-edges.ts'

/**
 * Where all best matchings of a component agree and where they differ. Best: the most pairs at the least total rank.
 */
interface CommonPairs {
  /** 0 where best matchings differ or have none. */
  readonly common: Int32Array
  readonly varying: Uint8Array
}

/**
 * Compares all best matchings of one connected component through a single flow. O(pairs × edges × log nodes), far less
 * where many pairs are equally close.
 */
export function commonPairs(transport: Transport): CommonPairs {
  if (transport.source.length === 1) return onlyPair(transport)
  const flow = minCostFlow(transport)
  const varying = varyingEdges(transport, flow)
  return { common: flow.counts.map((count, edge) => (byteAt(varying, edge) === 1 ? 0 : count)), varying }
}

const onlyPair = ({ supplies, demands, source, target }: Transport): CommonPairs => ({
  common: Int32Array.of(Math.min(int32At(supplies, uint32At(source, 0)), int32At(demands, uint32At(target, 0)))),
  varying: new Uint8Array(1),
})
