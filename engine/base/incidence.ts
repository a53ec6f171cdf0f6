/** The edges at each node: node `n` has `edges[starts[n] .. starts[n + 1])`, ascending. */
export interface Incidence {
  readonly starts: Uint32Array
  readonly edges: Uint32Array
}

/** The edges by the node that `nodeOf` says they have at one end. O(nodes + edges). */
export function incidenceOf(nodeOf: Uint32Array, nodeCount: number): Incidence {
  const starts = new Uint32Array(nodeCount + 1)
  for (const node of nodeOf) starts[node + 1] = (starts[node + 1] ?? 0) + 1
  for (let node = 0; node < nodeCount; node++) starts[node + 1] = (starts[node + 1] ?? 0) + (starts[node] ?? 0)
  const ends = starts.slice()
  const edges = new Uint32Array(nodeOf.length)
  nodeOf.forEach((node, edge) => {
    const end = ends[node] ?? 0
    edges[end] = edge
    ends[node] = end + 1
  })
  return { starts, edges }
}

/** The edges at one node. */
export const edgesAt = ({ starts, edges }: Incidence, node: number): Uint32Array =>
  edges.subarray(starts[node], starts[node + 1])
