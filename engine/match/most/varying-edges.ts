import { edgesAt, type Incidence, incidenceOf } from '../../base/incidence.ts'
import type { Transport } from './flow-state.ts'
import type { Flow } from './min-cost-flow.ts'

/**
 * Edge → 1 when one best flow sends more over it than another. Two best flows differ by cycles of the residual graph
 * whose reduced costs are all 0; an edge lies on one iff both its ends are in one strong component and the component
 * does not fall apart without it. To take back what was just sent is a cycle too, which changes nothing: hence the
 * second condition, for edges that go both ways. O(nodes + edges).
 */
export function varyingEdges(transport: Transport, flow: Flow): Uint8Array {
  const links = residualLinks(transport, flow)
  const nodeCount = transport.supplies.length + transport.demands.length + 2
  const forth = incidenceOf(links.tail, nodeCount)
  const back = incidenceOf(links.head, nodeCount)
  const graph = { ...links, nodeCount, forth, back }
  const component = strongComponents(graph)
  const isBridge = bridges(graph, component)
  const varying = new Uint8Array(transport.source.length)
  links.edge.forEach((edge, link) => {
    const isInside = component[links.tail[link] ?? 0] === component[links.head[link] ?? 0]
    if (edge < varying.length && isInside && isBridge[link] === 0) varying[edge] = 1
  })
  return varying
}

/** Link `i` of the residual graph joins `tail[i]` and `head[i]`, and may be passed forwards, backwards or both ways. */
interface Links {
  readonly tail: Uint32Array
  readonly head: Uint32Array
  readonly goesForth: Uint8Array
  readonly goesBack: Uint8Array
  /** The edge that it stands for; beyond the edges for links to the feed and the drain. */
  readonly edge: Uint32Array
}

interface Graph extends Links {
  readonly nodeCount: number
  readonly forth: Incidence
  readonly back: Incidence
}

/** Only what some best flow may use: sources come first, then targets, then the feed and the drain. */
function residualLinks({ supplies, demands, source, target }: Transport, flow: Flow): Links {
  const [feed, drain] = [supplies.length + demands.length, supplies.length + demands.length + 1]
  const links: { tail: number[]; head: number[]; goesForth: number[]; goesBack: number[]; edge: number[] } = {
    tail: [],
    head: [],
    goesForth: [],
    goesBack: [],
    edge: [],
  }
  const link = (
    edge: number,
    [tail, head]: readonly [number, number],
    [left, sent]: readonly [number, number],
  ): void => {
    links.edge.push(edge)
    links.tail.push(tail)
    links.head.push(head)
    links.goesForth.push(left > 0 ? 1 : 0)
    links.goesBack.push(sent > 0 ? 1 : 0)
  }
  source.forEach((from, edge) => {
    // How much an edge takes is bounded by its nodes, not by itself.
    const ends = [from, supplies.length + (target[edge] ?? 0)] as const
    if (flow.isTight(edge)) link(edge, ends, [1, flow.counts[edge] ?? 0])
  })
  supplies.forEach((supply, node) => {
    const left = flow.supplies[node] ?? 0
    if (flow.mayLeaveSource(node)) link(source.length, [feed, node], [left, supply - left])
  })
  demands.forEach((demand, node) => {
    const left = flow.demands[node] ?? 0
    if (flow.mayLeaveTarget(node)) link(source.length, [supplies.length + node, drain], [left, demand - left])
  })
  return {
    tail: Uint32Array.from(links.tail),
    head: Uint32Array.from(links.head),
    goesForth: Uint8Array.from(links.goesForth),
    goesBack: Uint8Array.from(links.goesBack),
    edge: Uint32Array.from(links.edge),
  }
}

/** Node → a number that it shares with the nodes it can reach and be reached from. Tarjan's; as deep as there are nodes. */
function strongComponents(graph: Graph): Int32Array {
  const order = new Int32Array(graph.nodeCount).fill(-1)
  const low = new Int32Array(graph.nodeCount)
  const component = new Int32Array(graph.nodeCount).fill(-1)
  const stack: number[] = []
  let visitCount = 0
  const look = (node: number, next: number): void => {
    if (component[next] !== -1) return
    if (order[next] === -1) visit(next)
    low[node] = Math.min(low[node] ?? 0, low[next] ?? 0)
  }
  const visit = (node: number): void => {
    order[node] = visitCount
    low[node] = visitCount
    visitCount += 1
    stack.push(node)
    for (const link of edgesAt(graph.forth, node)) if (graph.goesForth[link] === 1) look(node, graph.head[link] ?? 0)
    for (const link of edgesAt(graph.back, node)) if (graph.goesBack[link] === 1) look(node, graph.tail[link] ?? 0)
    if (low[node] !== order[node]) return
    for (const member of stack.splice(stack.lastIndexOf(node))) component[member] = node
  }
  for (let node = 0; node < graph.nodeCount; node++) if (order[node] === -1) visit(node)
  return component
}

/** Link → 1 when nothing else joins its ends inside their component, looking both ways along every link. */
function bridges(graph: Graph, component: Int32Array): Uint8Array {
  const { head, tail } = graph
  const order = new Int32Array(graph.nodeCount).fill(-1)
  const low = new Int32Array(graph.nodeCount)
  const isBridge = new Uint8Array(tail.length)
  let visitCount = 0
  const visit = (node: number, cameBy: number): void => {
    order[node] = visitCount
    low[node] = visitCount
    visitCount += 1
    for (const incidence of [graph.forth, graph.back]) {
      for (const link of edgesAt(incidence, node)) {
        const next = (incidence === graph.forth ? head[link] : tail[link]) ?? 0
        if (link === cameBy || component[next] !== component[node]) continue
        if (order[next] === -1) {
          visit(next, link)
          if ((low[next] ?? 0) > (order[node] ?? 0)) isBridge[link] = 1
        }
        low[node] = Math.min(low[node] ?? 0, low[next] ?? 0)
      }
    }
  }
  for (let node = 0; node < graph.nodeCount; node++) if (order[node] === -1) visit(node, -1)
  return isBridge
}
