import { executionGraph } from '../../../engine/explain/graph.ts'
import type { ExecutionGraph } from '../../../engine/explain/graph-builder.ts'
import type { GraphSeal } from '../../../engine/explain/graph-result.ts'
import { type Case, policyOf, reconcileCase, tableOf } from './reconcile-case.ts'
import { sha256 } from './sha256.ts'

/** The seal of the runs of tests. */
export const someSeal: GraphSeal = { tenant: 'cc'.repeat(32), receipt: 'dd'.repeat(32), checkpoint: 'a note\n' }

/** The graph of a case that was run and sealed. */
export function graphOf(given: Case, seal: GraphSeal = someSeal): ExecutionGraph {
  const policy = policyOf(given.rules)
  return executionGraph(sha256, {
    policy,
    source: { table: tableOf(given.source, policy), root: 'aa'.repeat(32) },
    target: { table: tableOf(given.target, policy), root: 'bb'.repeat(32) },
    outcome: reconcileCase(given, sha256),
    seal,
  })
}
