import type { UsageRecord } from '@tallystick/schema/tenant'
import type { Context } from 'hono'
import { databaseOf, queries } from '../../store/database.ts'
import { storageStore } from '../../store/storage-store.ts'
import type { AppEnv } from '../app-env.ts'
import type { PolicyState } from '../policy-state.ts'
import { limitsOf } from '../rate/plans.ts'

/** One query, which reads only unfinished and cancelled runs. */
export async function readUsage(c: Context<AppEnv>): Promise<UsageRecord> {
  const { tenantId, actor, scopes, plan, settings } = c.var.identity
  const [counts = nothing] = await storageStore(queries(databaseOf(c.env, tenantId))).counts(tenantId)
  const { storedBytes, datasetCount, runCount, failedRunCount, queuedRunCount, runningRunCount, cancelledRunCount } =
    counts
  return {
    key: actor.kind === 'key' ? { id: actor.id, scopes: [...scopes] } : null,
    member: actor.kind === 'member' ? { id: actor.id, role: actor.role, scopes: [...scopes] } : null,
    plan,
    storage: {
      usedBytes: shownCount(storedBytes),
      limitBytes: limitsOf(plan, settings).storageBytes,
      datasets: shownCount(datasetCount),
      runs: shownCount(runCount),
    },
    requests: { burst: stateNamed(c, 'burst'), quota: stateNamed(c, 'quota') },
    runs: {
      queued: queuedRunCount,
      running: runningRunCount,
      completed: shownCount(runCount - failedRunCount - queuedRunCount - runningRunCount - cancelledRunCount),
      failed: shownCount(failedRunCount),
      cancelled: cancelledRunCount,
    },
  }
}

/** A count below zero is wrong: the next sweep counts anew. */
export const shownCount = (count: number): number => Math.max(0, count)

const nothing = {
  storedBytes: 0,
  datasetCount: 0,
  runCount: 0,
  failedRunCount: 0,
  queuedRunCount: 0,
  runningRunCount: 0,
  cancelledRunCount: 0,
}

function stateNamed(c: Context<AppEnv>, name: string): Omit<PolicyState, 'name'> {
  const state = c.var.policyStates.find((each) => each.name === name)
  if (state === undefined) throw new Error(`No request is counted against ${name}`)
  const { limit, remaining, windowSeconds, resetSeconds } = state
  return { limit, remaining, windowSeconds, resetSeconds }
}
