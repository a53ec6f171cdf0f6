import type { RunRecord } from '@tallystick/client'
import { createProgress } from '../reconcile/progress.ts'
import { grouped, type Terminal } from '../terminal.ts'

type ShownRun = Pick<RunRecord, 'status' | 'progress' | 'rules'>

/** How far a run is, as the service tells. */
export interface RunProgress {
  readonly show: (run: ShownRun) => void
  /** Erases the line of a terminal. */
  readonly clear: () => void
}

/**
 * A bar on a terminal, of which each rule is a part as long as the reading before and the explanation after; else a line
 * whenever the run is at another of these, or a tenth more of its records is read.
 */
export function createRunProgress(terminal: Terminal): RunProgress {
  const bar = createProgress(terminal)
  if (terminal.columnCount !== undefined)
    return {
      show(run) {
        const { text, done, of } = stageOf(run)
        bar.show(text, done, of)
      },
      clear: bar.clear,
    }
  let shown = ''
  return {
    show(run) {
      const { text, done } = stageOf(run)
      const place = JSON.stringify([run.status, Math.floor(10 * done)])
      if (place !== shown) terminal.printError(`${text}\n`)
      shown = place
    },
    clear() {},
  }
}

interface Stage {
  readonly text: string
  /** Parts of the run that are done, out of `of`. */
  readonly done: number
  readonly of: number
}

/** What a run is doing: it reads, runs one rule after another, and explains what is open then. */
function stageOf({ status, progress: { recordsRead, recordCount, rule }, rules }: ShownRun): Stage {
  const of = rules.length + 2
  if (status === 'queued') return { text: 'queued', done: 0, of }
  const place = rules.findIndex(({ id }) => id === rule)
  if (place >= 0) return { text: `rule ${place + 1} of ${rules.length}: ${rule}`, done: 1 + place, of }
  if (recordsRead === recordCount) return { text: 'what is open, and the result', done: of - 1, of }
  const [read, all] = [recordsRead, recordCount].map(grouped)
  return { text: `${read} of ${all} records read`, done: recordsRead / recordCount, of }
}
