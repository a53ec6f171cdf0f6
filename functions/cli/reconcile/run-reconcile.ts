import { reconcile } from '@tallystick/engine'
import type { ReconcileArguments } from '../arguments.ts'
import { sha256 } from '../sha256.ts'
import type { Terminal } from '../terminal.ts'
import { createProgress } from './progress.ts'
import { readInputs } from './read-inputs.ts'
import { formatReport } from './report.ts'
import { standardOutput, writeResult } from './result-file.ts'
import { formatWarnings } from './warnings.ts'

export type ReconcileEnd =
  /** How many records of both sides are neither matched nor excluded. */
  { readonly ok: true; readonly openCount: number } | { readonly ok: false; readonly faults: readonly string[] }

/**
 * Reconciles two files, writes the result where it was asked for and prints a report, to standard error where the result
 * takes standard output. Nothing is written when
 * anything is wrong with what is read; the faults are then those of all files.
 */
export async function runReconcile(asked: ReconcileArguments, terminal: Terminal): Promise<ReconcileEnd> {
  const progress = createProgress(terminal)
  try {
    const read = await readInputs(asked, progress)
    if (!read.ok) return read
    const { policy, source, target } = read
    const outcome = reconcile({
      source: { table: source.table, root: source.summary.root },
      target: { table: target.table, root: target.summary.root },
      policy,
      sha256,
      onRule: (id, position, count) => progress.show(`rule ${id}`, position, count),
    })
    progress.show('writing', 1, 1)
    const sides = { source, target }
    const isPiped = asked.out === standardOutput
    const faults = asked.out === undefined || isPiped ? [] : await writeResult(asked.out, outcome.chunks)
    if (faults.length > 0) return { ok: false, faults }
    progress.clear()
    if (isPiped) for (const { text } of outcome.chunks) terminal.print(text)
    // A field that the built-in rules look for in vain is nobody's slip.
    terminal.printError(formatWarnings(sides, asked.rules === undefined ? [] : outcome.warnings))
    const out = isPiped ? 'standard output' : asked.out
    const report = formatReport({ outcome, sides, out, columnCount: terminal.columnCount })
    if (isPiped) terminal.printError(report)
    else terminal.print(report)
    return { ok: true, openCount: outcome.summary.source.open + outcome.summary.target.open }
  } finally {
    progress.clear()
  }
}
