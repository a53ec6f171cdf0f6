import { compareUtf8, toHex, utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'

export const graphNodeTypes = ['entity', 'activity', 'agent'] as const

export const graphRelations = ['used', 'wasGeneratedBy', 'wasDerivedFrom', 'wasAssociatedWith'] as const
type GraphRelation = (typeof graphRelations)[number]

export type GraphCounts = { readonly [name: string]: number }

export type GraphNode = {
  readonly id: string
  readonly type: (typeof graphNodeTypes)[number]
  readonly label: string
  readonly hash: string
  readonly counts?: GraphCounts
}

/** Says that `from` depends on `to`. */
export type GraphEdge = { readonly from: string; readonly to: string; readonly relation: GraphRelation }

export interface ExecutionGraph {
  /** SHA-256 in hex of the canonical JSON of `{ "edges": […], "nodes": […] }`, with both lists sorted as here. */
  readonly graphHash: string
  /** Sorted by id. */
  readonly nodes: readonly GraphNode[]
  /** Sorted by (from, to, relation). */
  readonly edges: readonly GraphEdge[]
}

interface Entity {
  readonly hash: string
  readonly counts?: GraphCounts
  readonly generatedBy?: string
  readonly derivedFrom?: readonly string[]
}

interface Activity {
  readonly counts: GraphCounts
  readonly used: readonly string[]
  readonly associatedWith: readonly string[]
}

/**
 * Builds a graph node by node. A node is added after the nodes that it depends on, so the graph cannot have a cycle.
 */
export interface GraphBuilder {
  addAgent(id: string, label: string, hash: string): void
  addEntity(id: string, label: string, entity: Entity): void
  /**
   * Adds an activity. Its hash is over the canonical JSON of its label, its counts and the sorted hashes of what it
   * used.
   */
  addActivity(id: string, label: string, activity: Activity): void
  has(id: string): boolean
  finish(): ExecutionGraph
}

/** The methods throw where an edge leads to a node that was not added, or an id is added twice. */
export function createGraphBuilder(sha256: Sha256): GraphBuilder {
  const nodes = new Map<string, GraphNode>()
  const edges: GraphEdge[] = []
  const nodeOf = (id: string): GraphNode => {
    const node = nodes.get(id)
    if (node === undefined) throw new Error(`Graph: nothing named ${id} was added before`)
    return node
  }
  const link = (from: string, relation: GraphRelation, targets: readonly string[]): void => {
    for (const to of targets) edges.push({ from, to: nodeOf(to).id, relation })
  }
  const add = (node: GraphNode): void => {
    if (nodes.has(node.id)) throw new Error(`Graph: two nodes are named ${node.id}`)
    nodes.set(node.id, node)
  }
  return {
    has: (id) => nodes.has(id),
    addAgent: (id, label, hash) => add({ id, type: 'agent', label, hash }),
    addEntity(id, label, { hash, counts, generatedBy, derivedFrom = [] }) {
      if (generatedBy !== undefined) link(id, 'wasGeneratedBy', [generatedBy])
      link(id, 'wasDerivedFrom', derivedFrom)
      add({ id, type: 'entity', label, hash, ...(counts && { counts }) })
    },
    addActivity(id, label, { counts, used, associatedWith }) {
      link(id, 'used', used)
      link(id, 'wasAssociatedWith', associatedWith)
      const hashes = used.map((each) => nodeOf(each).hash).sort()
      add({ id, type: 'activity', label, counts, hash: hashOf(sha256, canonicalize({ counts, label, used: hashes })) })
    },
    finish() {
      const sorted = {
        edges: edges.sort(compareEdges),
        nodes: [...nodes.values()].sort((a, b) => compareUtf8(a.id, b.id)),
      }
      return { graphHash: hashOf(sha256, canonicalize(sorted)), ...sorted }
    },
  }
}

const hashOf = (sha256: Sha256, text: string): string => toHex(sha256(utf8(text)))

const compareEdges = (a: GraphEdge, b: GraphEdge): number =>
  compareUtf8(a.from, b.from) || compareUtf8(a.to, b.to) || compareUtf8(a.relation, b.relation)
