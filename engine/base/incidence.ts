import { numberAt } from './at.ts'

/** The edges of a graph by the node at one end: node `n` has `edges[starts[n] .. starts[n + 1])`, ascending. */
export interface Incidence {
  readonly starts: Uint32Array
  readonly edges: Uint32Array
}

/** Edge `i` has the node `nodeOf[i]`, below `nodeCount`. O(nodes + edges). */
export function incidenceOf(nodeOf: Uint32Array, nodeCount: number): Incidence {
  const starts = new Uint32Array(nodeCount + 1)
  for (const node of nodeOf) starts[node + 1] = numberAt(starts, node + 1) + 1
  for (let node = 0; node < nodeCount; node++) starts[node + 1] = numberAt(starts, node + 1) + numberAt(starts, node)
  const ends = starts.slice()
  const edges = new Uint32Array(nodeOf.length)
  nodeOf.forEach((node, edge) => {
    const end = numberAt(ends, node)
    edges[end] = edge
    ends[node] = end + 1
  })
  return { starts, edges }
}

/** The edges at one node, as a view. O(1). */
export const edgesAt = ({ starts, edges }: Incidence, node: number): Uint32Array =>
  edges.subarray(numberAt(starts, node), numberAt(starts, node + 1))
