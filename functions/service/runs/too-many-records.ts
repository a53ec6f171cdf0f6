import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { ProblemError } from '../http/problem.ts'
import type { RunRow } from '../store/run-store.ts'

/** Throws `run_too_large` for a run of more records than a request can hold the ids and hashes of. */
export function refuseTooManyToProve(c: Context<AppEnv>, recordCount: number): void {
  const { provenRecordCountMax } = c.var.isolate.runLimits
  if (recordCount > provenRecordCountMax)
    throw tooLarge(recordCount, {
      countMax: provenRecordCountMax,
      instead:
        'Its evidence pack says the same offline: npx tallystick verify pack.zip, and npx tallystick explain pack.zip --lineage ARTIFACT',
    })
}

const tooLarge = (
  recordCount: number,
  { countMax, instead }: { readonly countMax: number; readonly instead: string },
): ProblemError =>
  new ProblemError('run_too_large', {
    detail: `The run has ${recordCount} records, at most ${countMax} are gone through in one request. ${instead}.`,
  })

/** A zip archive without zip64 has offsets of 32 bits. */
const packByteCountMax = 4_000_000_000

/** Throws `run_too_large` for a longer evidence pack. */
export function refuseTooLongPack(run: RunRow, resultByteCount: number): void {
  const byteCount = run.byteCount + resultByteCount
  if (byteCount > packByteCountMax)
    throw new ProblemError('run_too_large', {
      detail: `The pack would have ${byteCount} bytes, at most ${packByteCountMax} fit into its archive. Single lines are proven by \`leaf\` and \`matchId\`.`,
    })
}
