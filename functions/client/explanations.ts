import type { ChainReport, ExecutionGraph, PolicyImpact } from '@tallystick/schema/explain'
import type { Lineage } from '@tallystick/schema/lineage'
import type { RuleChanges } from '@tallystick/schema/rule-changes'
import type { Calls } from './calls.ts'
import { type CallOptions, segment } from './transport.ts'

export type Drawing = 'text/vnd.graphviz' | 'text/vnd.mermaid'

export const explanationCalls = (calls: Calls) => ({
  /** Recomputes the proof chain of a run from the stored bytes. */
  verifyProofChain: (runId: string, options: CallOptions = {}): Promise<ChainReport> =>
    calls.json(`${pathOf(runId)}/verifyProofChain`, options),

  /** What the run did, pass by pass. */
  executionGraph: (runId: string, options: CallOptions = {}): Promise<ExecutionGraph> =>
    calls.json(`${pathOf(runId)}/getExecutionGraph`, options),

  drawGraph: (runId: string, accept: Drawing, options: CallOptions = {}): Promise<string> =>
    calls.text(`${pathOf(runId)}/getExecutionGraph`, { accept, ...options }),

  /** Where an artifact came from, and what was made from it. */
  lineage: (runId: string, artifact: string, options: CallOptions = {}): Promise<Lineage> =>
    calls.json(`${pathOf(runId)}/traceArtifactLineage`, { query: { artifact }, ...options }),

  /** What each rule matched, and the result without that rule. */
  policyImpact: (
    runId: string,
    query: { readonly rule?: string } = {},
    options: CallOptions = {},
  ): Promise<PolicyImpact> => calls.json(`${pathOf(runId)}/findPolicyImpact`, { query, ...options }),

  /** The changes of one rule that would take a break, each tried on the whole run. */
  ruleChanges: (runId: string, breakId: string, options: CallOptions = {}): Promise<RuleChanges> =>
    calls.json(`${pathOf(runId)}/findRuleChanges`, { query: { break: breakId }, ...options }),
})

const pathOf = (runId: string): string => `/runs/${segment(runId)}/trust-explorer`
