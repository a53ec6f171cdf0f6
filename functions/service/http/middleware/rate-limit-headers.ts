import { statusOf } from '@tallystick/schema/problem-table'
import type { Context } from 'hono'
import type { AppEnv } from '../app-env.ts'
import { isDescription } from '../public-paths.ts'
import { addressPolicyState } from '../rate/address-limit.ts'

/**
 * Adds the headers that show a client its limits: `X-RateLimit-*` for the policy nearest exhaustion, and all policies
 * as `RateLimit-Policy: "burst";q=600;w=60` and `RateLimit: "burst";r=599;t=42`
 * (draft-ietf-httpapi-ratelimit-headers-11).
 */
export const rateLimitHeaders = () =>
  async function rateLimitHeaders(c: Context<AppEnv>, next: () => Promise<void>) {
    await next()
    if (isDescription(c.req.path) || c.res.status === statusOf('api_key_invalid')) return
    const states = c.get('policyStates') ?? [addressPolicyState(c)]
    const [nearest] = [...states].sort((a, b) => a.remaining / a.limit - b.remaining / b.limit)
    if (nearest === undefined) return
    const { headers } = c.res
    headers.set('X-RateLimit-Limit', String(nearest.limit))
    headers.set('X-RateLimit-Remaining', String(nearest.remaining))
    headers.set('X-RateLimit-Reset', String(nearest.resetSeconds))
    headers.set(
      'RateLimit-Policy',
      states.map((state) => `"${state.name}";q=${state.limit};w=${state.windowSeconds}`).join(', '),
    )
    headers.set(
      'RateLimit',
      states.map((state) => `"${state.name}";r=${state.remaining};t=${state.resetSeconds}`).join(', '),
    )
  }
