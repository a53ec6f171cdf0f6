import { toHex, utf8 } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'
import type { ReconcileResult } from '../reconcile.ts'
import type { GraphCounts, GraphDraft } from './graph-draft.ts'
import type { PassNodes } from './graph-passes.ts'
import { linesOfView, rootOfLines } from './result-lines.ts'

/** Adds what became of the open records, and the result, to a draft that has the passes. */
export function addResult(
  draft: GraphDraft,
  { chunks, summary, leafCount, resultRoot }: ReconcileResult,
  { sha256, open, claims, exclusions }: PassNodes & { readonly sha256: Sha256 },
): void {
  const excluded = linesOfView(chunks, 'excluded')
  const parts = [...claims, 'breaks']
  draft.addActivity('classify', 'Classify what is open', {
    counts: countsOf(summary.breaks),
    used: [...open, ...claims, 'policy'],
    by: ['engine'],
  })
  draft.addEntity('breaks', 'Breaks', {
    hash: rootOfLines(sha256, linesOfView(chunks, 'breaks')),
    counts: countsOf(summary.breaks),
    generatedBy: 'classify',
    derivedFrom: open,
  })
  if (excluded.length > 0) {
    draft.addEntity('excluded', 'Excluded records', {
      hash: rootOfLines(sha256, excluded),
      counts: { records: excluded.length },
      derivedFrom: exclusions,
    })
    parts.push('excluded')
  }
  draft.addEntity('result', 'Result', {
    hash: resultRoot,
    counts: {
      lines: leafCount,
      matches: summary.matchCount,
      suggestions: summary.suggestionCount,
      breaks: summary.breakCount,
      excluded: excluded.length,
    },
    generatedBy: 'classify',
    derivedFrom: [...parts, 'policy', 'dataset:source', 'dataset:target'],
  })
}

/** Reasons that a run does not have are left out. */
const countsOf = (breaks: ReconcileResult['summary']['breaks']): GraphCounts =>
  Object.fromEntries(Object.entries(breaks).map(([reason, count]) => [reason, count ?? 0]))

/** What closed a run: the tenant's hash as the receipt has it, the receipt's leaf hash, the checkpoint's note. */
export interface GraphSeal {
  readonly tenant: string
  readonly receipt: string
  readonly checkpoint: string | null
}

/** Adds the sealing and what it made to a draft that has the result; of which only the receipt and the checkpoint name the run. */
export function addSeal(draft: GraphDraft, { receipt, checkpoint }: GraphSeal, sha256: Sha256): void {
  const used = ['result', 'policy', 'dataset:source', 'dataset:target']
  draft.addActivity('seal', 'Seal', { counts: {}, used, by: ['engine', 'tenant'] })
  draft.addEntity('receipt', 'Receipt', { hash: receipt, generatedBy: 'seal', derivedFrom: ['result'] })
  if (checkpoint === null) return
  draft.addEntity('checkpoint', 'Checkpoint', {
    hash: toHex(sha256(utf8(checkpoint))),
    generatedBy: 'seal',
    derivedFrom: ['receipt'],
  })
}
