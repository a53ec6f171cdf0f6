import type { Context } from 'hono'
import type { AppEnv } from '../app-env.ts'
import { ProblemError } from '../problem.ts'
import { hourlyQuota } from './hourly-quota.ts'

/** Large runs count as several requests against the hourly quota. */

/** Records of both sides that count as one request. */
const recordCountPerRequest = 1_000

/**
 * The requests that a run counts as beside the one that creates it; at most `limit` together, so that no run is refused
 * for ever.
 */
export const requestsOfRun = (recordCount: number, limit: number): number =>
  Math.max(0, Math.min(limit - 1, Math.ceil(recordCount / recordCountPerRequest)))

/** Throws `quota_exceeded` when fewer requests are left of the hour than the run counts as. Counts nothing. */
export function requireRunQuota(c: Context<AppEnv>, recordCount: number): void {
  const quota = quotaOf(c)
  const needed = requestsOfRun(recordCount, quota.limit)
  if (quota.remaining >= needed) return
  throw new ProblemError('quota_exceeded', {
    detail: `The run counts as ${needed} requests, one for each ${recordCountPerRequest} records, and ${quota.remaining} are left of this hour. Nothing was stored.`,
    headers: { 'Retry-After': String(quota.resetSeconds) },
  })
}

/** Counts a stored run. The headers of the answer show the remaining quota. */
export function countRun(c: Context<AppEnv>, recordCount: number): void {
  const { limit } = quotaOf(c)
  const count = hourlyQuota(c.var.isolate).add(c, c.var.identity.tenantId, requestsOfRun(recordCount, limit))
  const remaining = Math.max(0, limit - count)
  c.set(
    'policyStates',
    c.var.policyStates.map((state) => (state.name === 'quota' ? { ...state, remaining } : state)),
  )
}

function quotaOf(c: Context<AppEnv>) {
  const state = c.var.policyStates.find(({ name }) => name === 'quota')
  if (state === undefined) throw new Error('Requests that make runs are counted against the hourly quota')
  return state
}
