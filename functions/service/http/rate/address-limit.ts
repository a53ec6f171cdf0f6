import type { Context } from 'hono'
import { perIsolate } from '../../platform/isolate.ts'
import type { AppEnv } from '../app-env.ts'
import { type PolicyState, stateOf } from '../policy-state.ts'
import { ProblemError } from '../problem.ts'
import { createFixedWindow } from './fixed-window.ts'

/** Limits by network address, for the playground and failed authentications. In memory only. */

export const addressRequestsPerMinute = 120
export const failedAttemptsPerMinute = 120

const windowSeconds = 60
const requests = perIsolate(() => createFixedWindow({ windowSeconds }))
const failures = perIsolate(() => createFixedWindow({ windowSeconds }))

/** Counts requests by address, IPv6 by /64. Throws `rate_limited` beyond 120 a minute. */
export const limitByAddress = () =>
  async function limitByAddress(c: Context<AppEnv>, next: () => Promise<void>) {
    const { isolate } = c.var
    const now = isolate.now()
    const address = addressGroupOf(c)
    const count = requests(isolate).add(address, now)
    const state = addressPolicyState(c)
    c.set('policyStates', [state])
    if (count > addressRequestsPerMinute || !(await platformAllows(c.env.BURST_ADDRESS, address)))
      throw new ProblemError('rate_limited', { headers: { 'Retry-After': String(state.resetSeconds) } })
    await next()
  }

/** The state of the caller's limit, without counting the request. */
export function addressPolicyState(c: Context<AppEnv>): PolicyState {
  const { isolate } = c.var
  const now = isolate.now()
  const window = requests(isolate)
  return stateOf({
    name: 'address',
    limit: addressRequestsPerMinute,
    windowSeconds,
    count: window.count(addressGroupOf(c), now),
    resetSeconds: window.resetSeconds(now),
  })
}

/**
 * What a client tried to authenticate with: text that cannot be an API key, an API key, an admin key, or a session that
 * has ended. Each has a limit of its own, so that failures with mere text, which cost nothing, do not stop the look-up
 * of keys.
 */
export type Attempt = 'text' | 'key' | 'admin' | 'session'

export function countFailedAttempt(c: Context<AppEnv>, attempt: Attempt) {
  failures(c.var.isolate).add(`${attempt} ${addressGroupOf(c)}`, c.var.isolate.now())
}

/** Throws `rate_limited` after too many failures in this minute. */
export function refuseAfterFailedAttempts(c: Context<AppEnv>, attempt: Attempt) {
  const { isolate } = c.var
  const now = isolate.now()
  const window = failures(isolate)
  const count = window.count(`${attempt} ${addressGroupOf(c)}`, now)
  if (count < failedAttemptsPerMinute) return
  const resetSeconds = window.resetSeconds(now)
  c.set('policyStates', [
    stateOf({ name: 'authentication', limit: failedAttemptsPerMinute, windowSeconds, count, resetSeconds }),
  ])
  throw new ProblemError('rate_limited', { headers: { 'Retry-After': String(resetSeconds) } })
}

/** The address that a client is counted by: IPv4, or the /64 of IPv6, such as `2001:db8:0:1::/64`. */
export function addressGroupOf(c: Context<AppEnv>): string {
  const address = c.req.header('CF-Connecting-IP')?.trim()
  if (address === undefined || address === '') return 'unknown'
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  return mapped ?? `${networkOf(address).join(':')}::/64`
}

/** The first four groups of an IPv6 address (RFC 4291 §2.2), `::` written out, without leading zeros. */
function networkOf(address: string): readonly string[] {
  const gapStart = address.indexOf('::')
  const first = gapStart < 0 ? address.split(':') : groupsIn(address.slice(0, gapStart))
  const last = gapStart < 0 ? [] : groupsIn(address.slice(gapStart + 2))
  const gap = gapStart < 0 ? 0 : Math.max(0, 8 - first.length - last.length)
  return [...first, ...Array<string>(gap).fill('0'), ...last]
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
}

const groupsIn = (text: string): readonly string[] => (text === '' ? [] : text.split(':'))

/** Whether the platform's counter allows the request; true without a counter, or when it fails. */
export async function platformAllows(limiter: RateLimit | undefined, key: string): Promise<boolean> {
  if (limiter === undefined) return true
  try {
    return (await limiter.limit({ key })).success
  } catch {
    return true
  }
}
