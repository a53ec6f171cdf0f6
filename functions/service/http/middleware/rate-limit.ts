import type { MiddlewareHandler } from 'hono'
import { perIsolate } from '../../platform/isolate.ts'
import type { AppEnv } from '../app-env.ts'
import { stateOf } from '../policy-state.ts'
import { ProblemError } from '../problem.ts'
import { platformAllows } from '../rate/address-limit.ts'
import { createFixedWindow } from '../rate/fixed-window.ts'
import { hourlyQuota } from '../rate/hourly-quota.ts'
import { limitsOf, platformLimiterOf } from '../rate/plans.ts'

const burstSeconds = 60
const bursts = perIsolate(() => createFixedWindow({ windowSeconds: burstSeconds }))

/**
 * Counts the request against its tenant's two policies. `burst`, a minute, is counted in this isolate's memory and,
 * when bound, by the platform's counter of the location. `quota`, an hour, is counted by all isolates through KV, after
 * the answer. Throws `rate_limited` or `quota_exceeded`.
 */
export const rateLimit = (): MiddlewareHandler<AppEnv> =>
  async function rateLimit(c, next) {
    const { isolate, identity } = c.var
    const limits = limitsOf(identity.plan, identity.settings)
    const now = isolate.now()
    const window = bursts(isolate)
    const burst = {
      name: 'burst',
      limit: limits.burstPerMinute,
      windowSeconds: burstSeconds,
      count: window.add(identity.tenantId, now),
      resetSeconds: window.resetSeconds(now),
    }
    const quota = {
      name: 'quota',
      limit: limits.quotaPerHour,
      windowSeconds: 3600,
      count: hourlyQuota(isolate).add(c, identity.tenantId),
      resetSeconds: hourlyQuota(isolate).resetSeconds(),
    }
    c.set('policyStates', [stateOf(burst), stateOf(quota)])
    const limiter = identity.settings.burstPerMinute ? undefined : platformLimiterOf(c.env, identity.plan)
    if (burst.count > burst.limit || !(await platformAllows(limiter, identity.tenantId)))
      throw new ProblemError('rate_limited', { headers: { 'Retry-After': String(burst.resetSeconds) } })
    if (quota.count > quota.limit)
      throw new ProblemError('quota_exceeded', { headers: { 'Retry-After': String(quota.resetSeconds) } })
    await next()
  }
