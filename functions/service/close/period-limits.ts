import { linesOf, utf8 } from '@tallystick/engine/base'
import type { Context } from 'hono'
import type { AppEnv, RequestMemory } from '../http/app-env.ts'
import { ProblemError } from '../http/problem.ts'
import { itemCountMaxOf, periodRecordCountMaxOf, reasonOfLimit } from '../platform/record-limit.ts'
import type { ReadDataset } from './period-lines.ts'
import type { StoredFiles } from './period-run-files.ts'

interface ReadExtent {
  readonly recordCount: number
  readonly byteCount: number
}

/** What the period reads. Throws `run_too_large` for more records or bytes than a request holds. */
export async function takeMemory(
  c: Context<AppEnv>,
  begun: StoredFiles,
  datasets: readonly ReadDataset[],
): Promise<ReadExtent> {
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
  await takeForRun(c.var.memory, recordCount)
  return { recordCount, byteCount }
}

/** Reserves room for running a period, of which no record is held any more. */
export async function takeForRun(memory: RequestMemory | undefined, recordCount: number): Promise<void> {
  memory?.release()
  await memory?.takeForRecords(recordCount)
}

/** Counts lines of earlier periods. Both throw `run_too_large` where they are too many. */
export interface EarlierBounds {
  /** Called with how many more lines were read. */
  readonly take: (lineCount: number) => void
  /** Called with how many more of them are held. */
  readonly hold: (lineCount: number) => void
}

/** For a period of `recordCount` records. */
export function earlierBounds(c: Context<AppEnv>, recordCount: number): EarlierBounds {
  const { earlierRecordCountMax, inlineRecordCountMax } = c.var.isolate.runLimits
  const heldMax = itemCountMaxOf(c.var.isolate, recordCount) ?? inlineRecordCountMax
  let [taken, held] = [0, 0]
  return {
    take(lineCount) {
      taken += lineCount
      if (taken > earlierRecordCountMax)
        throw new ProblemError('run_too_large', {
          detail: `The period is compared with the records that earlier periods counted in the 400 days before it, and those are more than the ${earlierRecordCountMax} that a request reads.`,
        })
    },
    hold(lineCount) {
      held += lineCount
      if (held > heldMax)
        throw new ProblemError('run_too_large', {
          detail: `More than ${heldMax} records that earlier periods counted are those of this period but for their ids, too many for one request: a file may have been added again. Or close the period by the command line, which has no such limit: npx tallystick close`,
        })
    },
  }
}
