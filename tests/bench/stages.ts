import { reconcile } from '@tallystick/engine/reconcile'
import { calendarYearFaults, periodOfTable } from '@tallystick/engine/rules'
import { readRules } from '../../functions/cli/read-config.ts'
import { readSide, type Side } from '../../functions/cli/reconcile/read-side.ts'
import { openResultFile } from '../../functions/cli/reconcile/result-file.ts'
import { sha256 } from '../../functions/cli/sha256.ts'
import type { Job } from './contenders/job.ts'

/**
 * Where the command line's time goes: the steps of `tallystick reconcile`, by the same functions, in one process. Prints
 * one line of JSON: `[{"stage":"read source","milliseconds":312,"residentBytes":98000000},…]`.
 */

export interface Stage {
  readonly stage: string
  readonly milliseconds: number
  /** The resident set at the end of the stage. */
  readonly residentBytes: number
}

const [, , words = ''] = process.argv
const job: Job = JSON.parse(words)
const stages: Stage[] = []
let running = 'rules'
let begunAt = performance.now()

/** Ends the stage that runs, and begins the next. */
function next(stage: string, now = performance.now()): void {
  stages.push({ stage: running, milliseconds: now - begunAt, residentBytes: process.memoryUsage.rss() })
  running = stage
  begunAt = now
}

const rules = await readRules(job.rules)
if (!rules.ok) throw new Error(rules.faults.join('\n'))
const policy = rules.value
next('read source')
const source = await read(job.source)
next('read target')
const target = await read(job.target)
next('order and bind')
calendarYearFaults(policy, (side, field) => periodOfTable({ source, target }[side].table, field))
const file = openResultFile(job.matches ?? '/dev/null')
/** When the last two chunks of matches came. The last one comes with the first break, after breaks were explained. */
let [beforeLast, last] = [0, 0]
let hasBreaks = false
reconcile({
  source: { table: source.table, root: source.summary.root },
  target: { table: target.table, root: target.summary.root },
  policy,
  onRule: (id) => next(`rule ${id}`),
  sha256,
  takeChunk({ view, bytes }) {
    file.write(bytes)
    if (view === 'header') next('match lines, hashed')
    if (view === 'matches') [beforeLast, last] = [last, performance.now()]
    if (view === 'breaks' && !hasBreaks) {
      hasBreaks = true
      next('breaks explained', beforeLast)
      next('other lines, root and checks', last)
    }
    return view === 'matches'
  },
})
next('write')
file.commit()
next('')
console.log(JSON.stringify(stages))

async function read(path: string): Promise<Side> {
  const settings = { mapping: undefined, currency: undefined, encoding: undefined, kind: undefined }
  const ofFormat = { level: undefined, sheet: undefined }
  const read = await readSide({ path, ...settings, ...ofFormat, attributePaths: policy.attributePaths }, () => {})
  if (!read.ok) throw new Error(read.faults.join('\n'))
  return read.side
}
