import { toHex, utf8 } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'
import { rootOfLines } from '../merkle/frontier.ts'
import type { ReconcileResult } from '../reconcile.ts'
import type { GraphBuilder, GraphCounts } from './graph-builder.ts'
import type { PassNodes } from './graph-passes.ts'
import { linesOfView } from './result-lines.ts'

/**
 * Adds the nodes of breaks, of excluded and netted records, and of the result. Requires the passes, the policy and both
 * sides.
 */
export function addResult(
  graph: GraphBuilder,
  { chunks, summary, leafCount, resultRoot }: ReconcileResult,
  { sha256, open, claims, exclusions, nettings }: PassNodes & { readonly sha256: Sha256 },
): void {
  const excluded = linesOfView(chunks, 'excluded')
  const netted = linesOfView(chunks, 'netted')
  const parts = [...claims, 'breaks']
  graph.addActivity('classify', 'Classify what is open', {
    counts: countsOf(summary.breaks),
    used: [...open, ...claims, 'policy'],
    associatedWith: ['engine'],
  })
  graph.addEntity('breaks', 'Breaks', {
    hash: rootOfLines(sha256, linesOfView(chunks, 'breaks')),
    counts: countsOf(summary.breaks),
    generatedBy: 'classify',
    derivedFrom: open,
  })
  if (excluded.length > 0) {
    graph.addEntity('excluded', 'Excluded records', {
      hash: rootOfLines(sha256, excluded),
      counts: { records: excluded.length },
      derivedFrom: exclusions,
    })
    parts.push('excluded')
  }
  if (netted.length > 0) {
    graph.addEntity('netted', 'Netted records', {
      hash: rootOfLines(sha256, netted),
      counts: { records: summary.source.netted + summary.target.netted },
      derivedFrom: nettings,
    })
    parts.push('netted')
  }
  graph.addEntity('result', 'Result', {
    hash: resultRoot,
    counts: {
      lines: leafCount,
      matches: summary.matchCount,
      suggestions: summary.suggestionCount,
      breaks: summary.breakCount,
      excluded: excluded.length,
      netted: netted.length,
    },
    generatedBy: 'classify',
    derivedFrom: [...parts, 'policy', 'dataset:source', 'dataset:target'],
  })
}

const countsOf = (breaks: ReconcileResult['summary']['breaks']): GraphCounts =>
  Object.fromEntries(
    Object.entries(breaks).flatMap(([reason, count]) => (count === undefined ? [] : [[reason, count]])),
  )

export interface GraphSeal {
  readonly tenant: string
  readonly receipt: string
  /** The signed note; null where there is none. */
  readonly checkpoint: string | null
}

/** Adds the nodes that are different in every run: the seal, the receipt and the checkpoint. Requires the result. */
export function addSeal(graph: GraphBuilder, { receipt, checkpoint }: GraphSeal, sha256: Sha256): void {
  const used = ['result', 'policy', 'dataset:source', 'dataset:target']
  graph.addActivity('seal', 'Seal', { counts: {}, used, associatedWith: ['engine', 'tenant'] })
  graph.addEntity('receipt', 'Receipt', { hash: receipt, generatedBy: 'seal', derivedFrom: ['result'] })
  if (checkpoint === null) return
  graph.addEntity('checkpoint', 'Checkpoint', {
    hash: toHex(sha256(utf8(checkpoint))),
    generatedBy: 'seal',
    derivedFrom: ['receipt'],
  })
}
