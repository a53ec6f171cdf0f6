import { compareUtf8, toHex, utf8 } from '../base/bytes.ts'
import { canonicalize, type JsonValue } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { engineVersion } from '../base/version.ts'
import type { ReconcileInput, ReconcileResult } from '../reconcile.ts'
import { recordIds } from '../record/id-column.ts'
import type { Side } from '../record/side.ts'
import { policyHash } from '../rules/canonical-policy.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import { createGraphBuilder, type ExecutionGraph, type GraphBuilder } from './graph-builder.ts'
import { addPasses } from './graph-passes.ts'
import { addResult, addSeal, type GraphSeal } from './graph-result.ts'

interface GraphInput {
  readonly policy: CompiledPolicy
  readonly source: ReconcileInput['source']
  readonly target: ReconcileInput['target']
  readonly instructions?: ReconcileInput['instructions']
  readonly outcome: ReconcileResult
  readonly seal: GraphSeal
}

/**
 * A run as a graph of W3C PROV: entities, the activities that made them, and the agents behind the activities. Each
 * edge leads from a node to one that it depends on; there is no cycle. A replay has the same nodes except `seal`,
 * `receipt` and `checkpoint`. Throws where the lines and passes of the outcome contradict each other. O(records ×
 * rules).
 */
export function executionGraph(
  sha256: Sha256,
  { policy, source, target, instructions, outcome, seal }: GraphInput,
): ExecutionGraph {
  const hash = (value: JsonValue): string => toHex(sha256(utf8(canonicalize(value))))
  const ids = {
    source: recordIds(source.table).sort(compareUtf8),
    target: recordIds(target.table).sort(compareUtf8),
  }
  const graph = createGraphBuilder(sha256)
  graph.addAgent('engine', `Engine version ${engineVersion}`, toHex(sha256(utf8(engineVersion))))
  graph.addAgent('tenant', 'Tenant', seal.tenant)
  graph.addEntity('policy', `Policy ${policy.policyId}`, {
    hash: policyHash(policy, sha256),
    counts: { rules: policy.rules.length, enabled: policy.rules.filter(({ enabled }) => enabled).length },
  })
  if (instructions !== undefined)
    graph.addEntity('instructions', 'Instructions of decisions', {
      hash: instructions.root,
      counts: { matches: instructions.matches.length },
    })
  addSide(graph, 'source', {
    parts: source.parts,
    root: source.root,
    recordCount: ids.source.length,
    idsHash: hash(ids.source),
  })
  addSide(graph, 'target', {
    parts: target.parts,
    root: target.root,
    recordCount: ids.target.length,
    idsHash: hash(ids.target),
  })
  const passes = addPasses(graph, { policy, outcome, ids, hash, sha256 })
  addResult(graph, outcome, { ...passes, sha256 })
  addSeal(graph, seal, sha256)
  return graph.finish()
}

interface SideInput {
  readonly parts: ReconcileInput['source']['parts']
  readonly root: string
  readonly recordCount: number
  /** The hash of the sorted ids: the engine ignores the order of a dataset. */
  readonly idsHash: string
}

function addSide(graph: GraphBuilder, side: Side, { parts = [], root, recordCount, idsHash }: SideInput): void {
  const title = side === 'source' ? 'Source' : 'Target'
  const [dataset, read, counts] = [`dataset:${side}`, `read:${side}`, { records: recordCount }]
  const partIds = parts.map(({ kind, root: hash, count: records }, index) => {
    const id = `part:${side}:${index + 1}`
    graph.addEntity(id, `${title} ${kind}`, { hash, counts: { records } })
    return id
  })
  graph.addEntity(dataset, `${title} dataset`, { hash: root, counts, derivedFrom: partIds })
  graph.addActivity(read, `Read ${side}`, { counts, used: [dataset], associatedWith: ['engine'] })
  graph.addEntity(`records:${side}`, `${title} records`, {
    hash: idsHash,
    counts,
    generatedBy: read,
    derivedFrom: [dataset],
  })
}
