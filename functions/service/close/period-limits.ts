import { linesOf, utf8 } from '@tallystick/engine/base'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { ProblemError } from '../http/problem.ts'
import { periodRecordCountMaxOf, reasonOfLimit } from '../platform/record-limit.ts'
import type { ReadDataset } from './period-lines.ts'
import type { StoredFiles } from './period-run-files.ts'

/** The bytes of what the period reads. Throws `run_too_large` for more records or bytes than a request holds. */
export async function takeMemory(
  c: Context<AppEnv>,
  begun: StoredFiles,
  datasets: readonly ReadDataset[],
): Promise<number> {
  const own = datasets.reduce((sum, { recordCount }) => sum + recordCount, 0)
  const handedOn = linesOf(begun['opening.ndjson']).length - 1
  const recordCount = own + handedOn
  const byteCount = datasets.reduce((sum, each) => sum + each.byteCount, utf8(begun['opening.ndjson']).length)
  const recordCountMax = periodRecordCountMaxOf(c.env, c.var.isolate)
  const { periodByteCountMax } = c.var.isolate.runLimits
  if (recordCount > recordCountMax || byteCount > periodByteCountMax)
    throw new ProblemError('run_too_large', {
      detail: `The period has ${own} records of its datasets and ${handedOn} of its opening, ${recordCount} of ${byteCount} bytes in all, and a period takes at most ${recordCountMax} records of ${periodByteCountMax} bytes${reasonOfLimit(recordCountMax)}`,
    })
  await takeForRun(c, recordCount)
  return byteCount
}

/** Reserves room for running a period, in which what the request has read of it has room as well. */
export async function takeForRun({ var: { memory } }: Context<AppEnv>, recordCount: number): Promise<void> {
  memory.release()
  await memory.takeForRecords(recordCount)
}

/** Counts lines of earlier periods. Throws `run_too_large` for more of them than a request reads. */
export function earlierTaker(c: Context<AppEnv>): (lineCount: number) => void {
  const { earlierRecordCountMax } = c.var.isolate.runLimits
  let taken = 0
  return (lineCount) => {
    taken += lineCount
    if (taken > earlierRecordCountMax)
      throw new ProblemError('run_too_large', {
        detail: `The period is compared with the records that earlier periods counted in the 400 days before it, and those are more than the ${earlierRecordCountMax} that a request reads.`,
      })
  }
}
