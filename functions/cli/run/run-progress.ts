import type { RunRecord } from '@tallystick/client'
import { createProgress } from '../reconcile/progress.ts'
import { grouped, type Terminal } from '../terminal.ts'

type ShownRun = Pick<RunRecord, 'status' | 'progress' | 'rules'>

export interface RunProgress {
  readonly show: (run: ShownRun) => void
  readonly clear: () => void
}

/**
 * On a terminal, a bar with equal parts for reading, each rule, explaining and writing. Elsewhere, a line for each of
 * these stages and for each tenth of its records.
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
      const place = JSON.stringify([run.status, run.progress.phase, Math.floor(10 * done)])
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

function stageOf({ status, progress: { phase, recordsDone, recordCount, rule }, rules }: ShownRun): Stage {
  const of = rules.length + 3
  if (status === 'queued') return { text: 'queued', done: 0, of }
  // A service of an earlier version tells no phase.
  if (!phase) return { text: 'running', done: 0, of }
  if (phase === 'sealing') return { text: 'sealing the result', done: of, of }
  const place = rules.findIndex(({ id }) => id === rule)
  const before = { reading: 0, matching: 1 + Math.max(0, place), explaining: of - 2, writing: of - 1 }[phase]
  const what = place < 0 ? phase : `rule ${place + 1} of ${rules.length}: ${rule}`
  const counts = [recordsDone, recordCount].map(grouped).join(' of ')
  return { text: `${what}, ${counts} records`, done: before + recordsDone / Math.max(1, recordCount), of }
}
