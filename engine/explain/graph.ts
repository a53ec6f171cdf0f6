import { compareUtf8, toHex, utf8 } from '../base/bytes.ts'
import { canonicalize, type JsonValue } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { engineVersion } from '../base/version.ts'
import { policyHash, type ReconcileInput, type ReconcileResult } from '../reconcile.ts'
import type { Table } from '../record/table.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import { readClaims } from './graph-claims.ts'
import { createGraphDraft, type ExecutionGraph, type GraphDraft } from './graph-draft.ts'
import { addResult, addSeal, type GraphSeal } from './graph-end.ts'
import { addPasses } from './graph-passes.ts'

export interface GraphInput {
  readonly policy: CompiledPolicy
  readonly source: ReconcileInput['source']
  readonly target: ReconcileInput['target']
  /** What the engine makes of the two: its result root is the run's. */
  readonly outcome: ReconcileResult
  readonly seal: GraphSeal
}

/**
 * What a run did, as a graph of W3C PROV: its entities, the activities that made them and whom they were done for, each
 * edge from what depends to what it depends on. Acyclic. A replay has the same nodes but for `seal`, `receipt` and
 * `checkpoint`. Throws when the lines and the passes of the outcome contradict each other. O(records × rules).
 */
export function executionGraph(sha256: Sha256, input: GraphInput): ExecutionGraph {
  const { policy, outcome, seal } = input
  const hash = (value: JsonValue): string => toHex(sha256(utf8(canonicalize(value))))
  const draft = createGraphDraft(sha256)
  draft.addAgent('engine', `Engine version ${engineVersion}`, toHex(sha256(utf8(engineVersion))))
  draft.addAgent('tenant', 'Tenant', seal.tenant)
  draft.addEntity('policy', `Policy ${policy.policyId}`, {
    hash: policyHash(policy, sha256),
    counts: { rules: policy.rules.length, enabled: policy.rules.filter(({ enabled }) => enabled).length },
  })
  const ids = { source: sortedIds(input.source.table), target: sortedIds(input.target.table) }
  for (const side of ['source', 'target'] as const)
    addSide(draft, side, { root: input[side].root, count: ids[side].length, hash: hash(ids[side]) })
  const passes = addPasses(draft, { policy, outcome, ...ids, hash, claims: readClaims(outcome, sha256) })
  addResult(draft, outcome, { ...passes, sha256 })
  addSeal(draft, seal, sha256)
  return draft.finish()
}

function sortedIds(table: Table): string[] {
  const ids = table.text('id')
  return Array.from({ length: table.rowCount }, (_, row) => ids.textAt(row) ?? '').sort(compareUtf8)
}

/** A dataset has an order; its records as the engine reads them do not: `hash` is over their sorted ids. */
function addSide(
  draft: GraphDraft,
  side: 'source' | 'target',
  { root, count, hash }: { readonly root: string; readonly count: number; readonly hash: string },
): void {
  const title = side === 'source' ? 'Source' : 'Target'
  const [dataset, read, counts] = [`dataset:${side}`, `read:${side}`, { records: count }]
  draft.addEntity(dataset, `${title} dataset`, { hash: root, counts })
  draft.addActivity(read, `Read ${side}`, { counts, used: [dataset], by: ['engine'] })
  draft.addEntity(`records:${side}`, `${title} records`, { hash, counts, generatedBy: read, derivedFrom: [dataset] })
}
