import { timestampOf } from '@tallystick/audit/base/timestamp'
import { isObject } from '@tallystick/engine/base'
import { jsonIn } from '@tallystick/schema/json-columns'
import { type LogRow, logStore } from '../store/log-store.ts'
import { UnavailableError } from '../store/storage-fault.ts'
import type { LogAccess } from './log-signer.ts'

/**
 * The stored log of a tenant differs from what was signed: nothing may be signed until the operator has recovered it.
 */
export class LogDivergedError extends UnavailableError {
  override readonly name = 'LogDivergedError'
  override readonly code = 'log_diverged'
}

/** Throws `LogDivergedError` if a log is marked as diverged. `openHead` throws it for a missing row. */
export function requireUndiverged(row: Pick<LogRow, 'diverged'> | undefined): void {
  if (row === undefined || row.diverged === null) return
  const found = jsonIn(row.diverged)
  const fault = isObject(found) ? found['fault'] : undefined
  throw new LogDivergedError(typeof fault === 'string' ? fault : 'The log was found to have diverged.')
}

/** Marks the log as diverged when `work` throws a `LogDivergedError`, and throws it on. Runs wait from then on. */
export async function rememberDivergence<Result>(
  { db, isolate }: LogAccess,
  tenantId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof LogDivergedError)) throw error
    const found = JSON.stringify({ foundAt: timestampOf(isolate.now()), fault: error.message })
    await logStore(db).markDiverged(tenantId, found)
    isolate.log(JSON.stringify({ logDiverged: tenantId, fault: error.message }))
    throw error
  }
}
