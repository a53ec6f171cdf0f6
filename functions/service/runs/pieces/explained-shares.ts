import type { PieceJob } from './piece-context.ts'

/** The shares of its parts in the time of an explanation, for progress. Of `findings` on, parts may have no task. */
const explainedShares = { ends: 0.02, searching: 0.02, reasons: 0.9, written: 0.02, findings: 0.04 }

type ExplainedPart = keyof typeof explainedShares

/** Counts a share of a part of the explanation as the same share of all records. */
export function countExplained(job: PieceJob, part: ExplainedPart, { share }: { readonly share: number }): void {
  job.onRecords?.(explainedRecords(job, part) * share)
}

/** The records as which a part of the explanation counts. */
export const explainedRecords = ({ sources: { source, target } }: PieceJob, part: ExplainedPart): number =>
  explainedShares[part] * (source.recordCount + target.recordCount)
