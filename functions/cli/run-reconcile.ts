import { reconcile } from '@tallystick/engine'
import type { ReconcileArguments } from './arguments.ts'
import { createProgress } from './progress.ts'
import { readInputs } from './read-inputs.ts'
import { writeResult } from './result-file.ts'
import { sha256 } from './sha256.ts'
import { formatSummary } from './summary.ts'
import type { Terminal } from './terminal.ts'

export type ReconcileEnd =
  /** How many records of both sides are neither matched nor excluded. */
  { readonly ok: true; readonly openCount: number } | { readonly ok: false; readonly faults: readonly string[] }

/**
 * Reconciles two files, writes the result where it was asked for and prints a summary. Nothing is written when
 * anything is wrong with what is read; the faults are then those of all files.
 */
export async function runReconcile(asked: ReconcileArguments, terminal: Terminal): Promise<ReconcileEnd> {
  const progress = createProgress(terminal)
  try {
    const read = await readInputs(asked, progress)
    if (!read.ok) return read
    const { plan, source, target } = read
    const outcome = reconcile({
      source: { table: source.table, root: source.summary.root },
      target: { table: target.table, root: target.summary.root },
      plan,
      sha256,
      onRule: (id, position, count) => progress.show(`rule ${id}`, position, count),
    })
    progress.show('writing', 1, 1)
    const faults = asked.out === undefined ? [] : await writeResult(asked.out, outcome.chunks)
    if (faults.length > 0) return { ok: false, faults }
    progress.clear()
    terminal.print(formatSummary({ outcome, source: source.summary, target: target.summary, out: asked.out }))
    return { ok: true, openCount: outcome.summary.source.open + outcome.summary.target.open }
  } finally {
    progress.clear()
  }
}
