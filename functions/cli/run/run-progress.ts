import type { RunRecord } from '../../client/index.ts'
import { createProgress } from '../reconcile/progress.ts'
import { grouped, type Terminal } from '../terminal.ts'

/** How far a run is, as the service tells. */
export interface RunProgress {
  readonly show: (run: Pick<RunRecord, 'status' | 'progress'>) => void
  /** Erases the line of a terminal. */
  readonly clear: () => void
}

/** A bar on a terminal; else a line whenever the run is at another rule, or a tenth more of its records is read. */
export function createRunProgress(terminal: Terminal): RunProgress {
  const bar = createProgress(terminal)
  if (terminal.columnCount !== undefined)
    return {
      show: (run) => bar.show(textOf(run), run.progress.recordsRead, run.progress.recordCount),
      clear: bar.clear,
    }
  let shown = ''
  return {
    show(run) {
      const { recordsRead, recordCount, rule } = run.progress
      const tenths = recordCount === 0 ? 10 : Math.floor((10 * recordsRead) / recordCount)
      const place = JSON.stringify([run.status, rule, tenths])
      if (place !== shown) terminal.printError(`${textOf(run)}\n`)
      shown = place
    },
    clear() {},
  }
}

function textOf({ status, progress }: Pick<RunRecord, 'status' | 'progress'>): string {
  const [read, all] = [progress.recordsRead, progress.recordCount].map(grouped)
  return `${status}: ${read} of ${all} records read${progress.rule === null ? '' : `, rule ${progress.rule}`}`
}
