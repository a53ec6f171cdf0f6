import { env } from 'cloudflare:workers'
import type { Env } from '../../../functions/service/env.ts'
import type { Isolate } from '../../../functions/service/platform/isolate.ts'
import { lookMilliseconds, takeUpRuns } from '../../../functions/service/system/take-up-runs.ts'
import type { settableClock } from './readers.ts'

interface Looking {
  readonly clock: ReturnType<typeof settableClock>
  readonly env: Env
  readonly isolate: Isolate
}

/** Beyond the longest pause before a run that was interrupted often. */
const millisecondsMax = 600_000

/**
 * Looks for interrupted runs that come as late as they can: one of them a millisecond before `due`, which counts from the
 * interruption, the others at their distance.
 */
export function lateLooks({ clock, env: bindings, isolate }: Looking, due: number) {
  const begunAt = clock.now()
  let lookAt = (due - 1) % lookMilliseconds
  const elapsed = () => clock.now() - begunAt
  /** Lets time pass, with the looks that fall into it. */
  const pass = async (milliseconds: number): Promise<void> => {
    const end = elapsed() + milliseconds
    for (; lookAt <= end; lookAt += lookMilliseconds) {
      clock.advance(lookAt - elapsed())
      await takeUpRuns(bindings, isolate)
    }
    clock.advance(end - elapsed())
  }
  return {
    elapsed,
    pass,
    /** The time from the interruption to the look after which `isTakenUp`. */
    async until(isTakenUp: () => Promise<boolean>): Promise<number> {
      while (elapsed() < millisecondsMax) {
        await pass(lookAt - elapsed())
        if (await isTakenUp()) return elapsed()
      }
      throw new Error('A run was not taken up')
    },
  }
}

interface StoredRun {
  readonly id: string
  readonly status: string
  readonly attempt: number
}

export async function storedRuns(tenantId: string): Promise<readonly StoredRun[]> {
  const statement = env.DB.prepare('SELECT id, status, attempt FROM runs WHERE tenant_id = ? ORDER BY id')
  return (await statement.bind(tenantId).all<StoredRun>()).results
}

export async function receiptCount(tenantId: string): Promise<number> {
  const statement = env.DB.prepare('SELECT count(*) AS count FROM receipts WHERE tenant_id = ?')
  return (await statement.bind(tenantId).first<{ count: number }>())?.count ?? 0
}
