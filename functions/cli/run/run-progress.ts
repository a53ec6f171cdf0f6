import type { RunRecord } from '@tallystick/client'
import { createProgress } from '../reconcile/progress.ts'
import { grouped, type Terminal } from '../terminal.ts'

type ShownRun = Pick<RunRecord, 'status' | 'progress' | 'rules'>

export interface RunProgress {
  readonly show: (run: ShownRun) => void
  readonly clear: () => void
}

/**
 * On a terminal, a bar with equal parts for reading, each rule and the explanation of open records. Elsewhere, a line
 * for each of these stages and for each tenth of the records read.
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
  readonly done: number
  readonly of: number
}

/** A run reads its records, runs one rule after another, and explains what stays open. */
function stageOf({ status, progress: { recordsRead, recordCount, rule }, rules }: ShownRun): Stage {
  const of = rules.length + 2
  if (status === 'queued') return { text: 'queued', done: 0, of }
  const place = rules.findIndex(({ id }) => id === rule)
  if (place >= 0) return { text: `rule ${place + 1} of ${rules.length}: ${rule}`, done: 1 + place, of }
  if (recordsRead === recordCount) return { text: 'what is open, and the result', done: of - 1, of }
  const [read, all] = [recordsRead, recordCount].map(grouped)
  return { text: `${read} of ${all} records read`, done: recordsRead / recordCount, of }
}
