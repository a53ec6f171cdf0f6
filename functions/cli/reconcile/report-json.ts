import { engineVersion } from '@tallystick/engine/base'
import type { ReconcileResult } from '@tallystick/engine/reconcile'
import { jsonText } from '../terminal.ts'
import type { Side } from './read-side.ts'
import type { Sides } from './record-texts.ts'

/** The JSON of `reconcile --json`, with the names that a run of the service has. */
export function formatSummary(outcome: ReconcileResult, { source, target }: Sides): string {
  const { resultRoot, leafCount, summary, warnings } = outcome
  const answer = {
    source: sideOf(source),
    target: sideOf(target),
    engineVersion,
    resultRoot,
    leafCount,
    summary,
    warnings,
  }
  return jsonText(answer)
}

export const openCountOf = ({ summary }: ReconcileResult): number => summary.source.open + summary.target.open

const sideOf = ({ path, summary }: Side) => {
  const { root, recordCount, totals, warnings } = summary
  return { path, root, recordCount, totals, warnings }
}
