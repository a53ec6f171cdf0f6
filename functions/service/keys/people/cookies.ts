import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { AppEnv } from '../../http/app-env.ts'
import { isLoopback } from '../../platform/issuers.ts'

/**
 * Cookies that no script, no other host and no request from another site's form has: `__Host-` (RFC 6265bis §4.1.3.2),
 * HttpOnly, Secure, SameSite=Lax. On a developer's own machine, which has no https, they have neither prefix nor Secure.
 */
export type CookieName = 'tallystick-session' | 'tallystick-sign-in'

export const readCookie = (c: Context<AppEnv>, name: CookieName): string | undefined => getCookie(c, nameOf(c, name))

export function writeCookie(
  c: Context<AppEnv>,
  name: CookieName,
  { value, seconds }: { readonly value: string; readonly seconds: number },
): void {
  setCookie(c, nameOf(c, name), value, { ...attributesOf(c), maxAge: seconds })
}

export function removeCookie(c: Context<AppEnv>, name: CookieName): void {
  deleteCookie(c, nameOf(c, name), attributesOf(c))
}

const nameOf = (c: Context<AppEnv>, name: CookieName): string => (isOnThisMachine(c) ? name : `__Host-${name}`)

const attributesOf = (c: Context<AppEnv>) =>
  ({ path: '/', httpOnly: true, secure: !isOnThisMachine(c), sameSite: 'Lax' }) as const

const isOnThisMachine = (c: Context<AppEnv>): boolean =>
  c.env.ENVIRONMENT === 'test' && isLoopback(new URL(c.req.url).hostname)
