import type { Context } from 'hono'
import type { LargeRunParameters } from '../env.ts'
import type { AppEnv } from '../http/app-env.ts'
import { faultOf } from '../http/fault.ts'
import { takesLargeRuns } from '../platform/record-limit.ts'
import { largeRunStore } from '../store/large-run-store.ts'
import type { RunRow } from '../store/run-store.ts'
import type { Executor } from './executor.ts'
import { startRunInstance } from './run-instances.ts'
import { runPath, runRecordOf } from './run-record.ts'

/** Runs that a Workflow executes: how they are created, and how their requests are answered. */

/**
 * After this silence of an instance, or from its start on, it counts as dead: one that lives says so every ten seconds, but
 * for up to 14 seconds before it repeats a step, and 15 while it waits for other instances.
 */
export const silentMilliseconds = 40_000

/** The seconds after which a client may ask for progress. */
const retrySeconds = '5'

interface RunExtent {
  readonly recordCount: number
  readonly byteCount: number
}

/** Whether a Workflow executes the run: it is too large for a request, or its client does not want to wait. */
export function isForWorkflow(c: Context<AppEnv>, { recordCount, byteCount }: RunExtent): boolean {
  if (!takesLargeRuns(c.env)) return false
  const { inlineRecordCountMax, inlineByteCountMax } = c.var.isolate.runLimits
  return recordCount > inlineRecordCountMax || byteCount > inlineByteCountMax || prefersAsync(c)
}

/** `Prefer: respond-async` (RFC 7240). */
const prefersAsync = (c: Context<AppEnv>): boolean =>
  (c.req.header('Prefer') ?? '').split(',').some((each) => /^\s*respond-async\s*(;|$)/i.test(each))

/** Until its result is being stored, a run reserves as many bytes of storage as it reads. */
export const columnsInPieces = (createdAt: number, { byteCount }: RunExtent) =>
  ({ inPieces: true, attempt: 1, reservedBytes: byteCount, leaseUntil: createdAt + silentMilliseconds }) as const

/** Starts the instance of a run. Never throws: if the platform does not answer, the scheduled handler starts it. */
export async function startOrLeave({ env, isolate }: Executor, parameters: LargeRunParameters): Promise<void> {
  try {
    await startRunInstance(env, parameters)
  } catch (error) {
    isolate.log(JSON.stringify({ run: parameters.runId, task: 'start_instance', ...faultOf(error) }))
  }
}

/** Does nothing when another executor has the run. */
export async function giveToWorkflow(executor: Executor, { tenantId, id, attempt, byteCount }: RunRow): Promise<void> {
  const move = { lookAt: executor.isolate.now() + silentMilliseconds, reservedBytes: byteCount }
  const [moved] = await largeRunStore(executor.db).toPieces(tenantId, { runId: id, attempt }, move)
  if (moved !== undefined) await startOrLeave(executor, { tenantId, runId: id, attempt: moved.attempt })
}

/** Answers with the queued run; the comparison of a replay is still null. The answer is not stored. */
export function answerUnfinished(c: Context<AppEnv>, run: RunRow): Response {
  const record = runRecordOf(run)
  const body = run.replayOf === null ? record : { run: record, replay: null }
  return c.json(body, 202, {
    Location: runPath(run.id),
    'Retry-After': retrySeconds,
    ...(prefersAsync(c) && { 'Preference-Applied': 'respond-async' }),
  })
}
