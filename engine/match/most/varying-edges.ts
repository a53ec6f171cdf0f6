import { byteAt, numberAt } from '../../base/at.ts'
import { type Incidence, incidenceOf } from '../../base/incidence.ts'
import { indexAt, type Transport } from './flow-state.ts'
import type { Flow } from './min-cost-flow.ts'

/**
 * Edge → 1 when one best flow sends more over it than another. Two best flows differ by cycles of the residual graph
 * whose reduced costs are all 0. An edge lies on such a cycle iff its ends are in one strongly connected component that
 * stays connected without the edge. The second condition excludes the cycle that only takes back what the edge has
 * sent. O(nodes + edges).
 */
export function varyingEdges(transport: Transport, flow: Flow): Uint8Array {
  const links = residualLinks(transport, flow)
  const nodeCount = transport.supplies.length + transport.demands.length + 2
  const graph = {
    ...links,
    nodeCount,
    byTail: incidenceOf(links.tail, nodeCount),
    byHead: incidenceOf(links.head, nodeCount),
  }
  const component = strongComponents(graph)
  const isBridge = bridges(graph, component)
  const varying = new Uint8Array(transport.source.length)
  for (const [link, edge] of links.edge.entries()) {
    const [tail, head] = [numberAt(links.tail, link), numberAt(links.head, link)]
    const isInside = numberAt(component, tail) === numberAt(component, head)
    if (edge < varying.length && isInside && numberAt(isBridge, link) === 0) varying[edge] = 1
  }
  return varying
}

/** Link `i` of the residual graph joins `tail[i]` and `head[i]`, and may be passed forwards, backwards or both ways. */
interface Links {
  readonly tail: Uint32Array
  readonly head: Uint32Array
  readonly goesForward: Uint8Array
  readonly goesBackward: Uint8Array
  /** The edge of a link; the number of edges for a link at the super-source or super-sink. */
  readonly edge: Uint32Array
}

interface Graph extends Links {
  readonly nodeCount: number
  readonly byTail: Incidence
  readonly byHead: Incidence
}

/** Nodes are numbered: sources, targets, super-source, super-sink. */
function residualLinks({ supplies, demands, source, target }: Transport, flow: Flow): Links {
  const [superSource, superSink] = [supplies.length + demands.length, supplies.length + demands.length + 1]
  const links = createLinks(source.length + supplies.length + demands.length)
  for (let edge = 0; edge < source.length; edge++) {
    if (!flow.isTight(edge)) continue
    // An edge has no capacity of its own: it can always carry another pair, as long as its nodes have rows.
    const to = supplies.length + numberAt(target, edge)
    links.add({ edge, tail: numberAt(source, edge), head: to, left: 1, sent: numberAt(flow.counts, edge) })
  }
  const edge = source.length
  for (let node = 0; node < supplies.length; node++) {
    if (!flow.mayLeaveSource(node)) continue
    const left = numberAt(flow.supplies, node)
    links.add({ edge, tail: superSource, head: node, left, sent: numberAt(supplies, node) - left })
  }
  for (let node = 0; node < demands.length; node++) {
    if (!flow.mayLeaveTarget(node)) continue
    const left = numberAt(flow.demands, node)
    links.add({ edge, tail: supplies.length + node, head: superSink, left, sent: numberAt(demands, node) - left })
  }
  return links.finish()
}

/**
 * Collects up to `countMax` links. A link may be passed forwards if more pairs can be sent over it, backwards if some
 * are sent.
 */
function createLinks(countMax: number) {
  const [tail, head, edge] = [new Uint32Array(countMax), new Uint32Array(countMax), new Uint32Array(countMax)]
  const [goesForward, goesBackward] = [new Uint8Array(countMax), new Uint8Array(countMax)]
  let count = 0
  return {
    add(link: Readonly<Record<'edge' | 'tail' | 'head' | 'left' | 'sent', number>>): void {
      edge[count] = link.edge
      tail[count] = link.tail
      head[count] = link.head
      goesForward[count] = Number(link.left > 0)
      goesBackward[count] = Number(link.sent > 0)
      count += 1
    },
    finish: (): Links => ({
      tail: tail.subarray(0, count),
      head: head.subarray(0, count),
      edge: edge.subarray(0, count),
      goesForward: goesForward.subarray(0, count),
      goesBackward: goesBackward.subarray(0, count),
    }),
  }
}

const unvisited = -1

/** The strongly connected component of each node, by Tarjan's algorithm. Recursion is as deep as there are nodes. */
function strongComponents(graph: Graph): Int32Array {
  const order = new Int32Array(graph.nodeCount).fill(unvisited)
  const low = new Int32Array(graph.nodeCount)
  const component = new Int32Array(graph.nodeCount).fill(unvisited)
  const stack: number[] = []
  let visitCount = 0
  const follow = (node: number, next: number): void => {
    if (numberAt(component, next) !== unvisited) return
    if (numberAt(order, next) === unvisited) visit(next)
    low[node] = Math.min(numberAt(low, node), numberAt(low, next))
  }
  const visit = (node: number): void => {
    order[node] = visitCount
    low[node] = visitCount
    visitCount += 1
    stack.push(node)
    const { byTail, byHead } = graph
    for (let place = indexAt(byTail.starts, node); place < indexAt(byTail.starts, node + 1); place++) {
      const link = indexAt(byTail.edges, place)
      if (byteAt(graph.goesForward, link) === 1) follow(node, indexAt(graph.head, link))
    }
    for (let place = indexAt(byHead.starts, node); place < indexAt(byHead.starts, node + 1); place++) {
      const link = indexAt(byHead.edges, place)
      if (byteAt(graph.goesBackward, link) === 1) follow(node, indexAt(graph.tail, link))
    }
    if (numberAt(low, node) !== numberAt(order, node)) return
    for (const member of stack.splice(stack.lastIndexOf(node))) component[member] = node
  }
  for (let node = 0; node < graph.nodeCount; node++) if (numberAt(order, node) === unvisited) visit(node)
  return component
}

/** Link → 1 when no other path joins its ends inside their component. Here every link may be passed both ways. */
function bridges(graph: Graph, component: Int32Array): Uint8Array {
  const order = new Int32Array(graph.nodeCount).fill(unvisited)
  const low = new Int32Array(graph.nodeCount)
  const isBridge = new Uint8Array(graph.tail.length)
  const directions = [
    { incidence: graph.byTail, ends: graph.head },
    { incidence: graph.byHead, ends: graph.tail },
  ]
  let visitCount = 0
  const visit = (node: number, cameBy: number | undefined): void => {
    order[node] = visitCount
    low[node] = visitCount
    visitCount += 1
    for (const { incidence, ends } of directions) {
      for (let place = indexAt(incidence.starts, node); place < indexAt(incidence.starts, node + 1); place++) {
        const link = indexAt(incidence.edges, place)
        const next = numberAt(ends, link)
        if (link === cameBy || numberAt(component, next) !== numberAt(component, node)) continue
        if (numberAt(order, next) === unvisited) {
          visit(next, link)
          if (numberAt(low, next) > numberAt(order, node)) isBridge[link] = 1
        }
        low[node] = Math.min(numberAt(low, node), numberAt(low, next))
      }
    }
  }
  for (let node = 0; node < graph.nodeCount; node++) if (numberAt(order, node) === unvisited) visit(node, undefined)
  return isBridge
}
