import type { Context } from 'hono'
import { optionalText } from '../../platform/configuration.ts'
import type { AppEnv } from '../app-env.ts'
import { isPublic } from '../public-paths.ts'
import { addVary } from '../vary.ts'
import type { MethodTable } from './method-table.ts'

const exposed = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
  'Retry-After',
  'Location',
  'ETag',
  'Link',
  'Idempotent-Replayed',
  'Preference-Applied',
  'Content-Disposition',
  'X-Plan-Tier',
  'X-Feature-Flags',
].join(', ')
const sendable = [
  'X-API-Key',
  'Idempotency-Key',
  'Content-Type',
  'Content-Digest',
  'Accept',
  'Prefer',
  'If-Match',
  'If-None-Match',
  'X-Plan-Tier',
  'X-Feature-Flags',
].join(', ')

/** Pages of every origin may call the public routes, pages of CORS_ORIGINS every route; never with credentials. */
export const cors = (methods: MethodTable) =>
  async function cors(c: Context<AppEnv>, next: () => Promise<void>) {
    const isOpen = isPublic(c.req.path)
    const origin = c.req.header('Origin')
    const isAllowed = origin !== undefined && (isOpen || originsOf(c).includes(origin))
    // The table has a pattern for each route, and only such a request is answered by it.
    const allow = c.req.method === 'OPTIONS' ? methods.allowed(c) : []
    const isPreflight = allow.length > 0
    if (isPreflight) c.res = new Response(null, { status: 204, headers: { Allow: allow.join(', ') } })
    else await next()
    const { headers } = c.res
    if (!isOpen) addVary(headers, 'Origin')
    if (!isAllowed) return
    headers.set('Access-Control-Allow-Origin', isOpen ? '*' : origin)
    headers.set('Access-Control-Expose-Headers', exposed)
    if (!isPreflight) return
    headers.set('Access-Control-Allow-Methods', allow.join(', '))
    headers.set('Access-Control-Allow-Headers', sendable)
    headers.set('Access-Control-Max-Age', '86400')
  }

const originsOf = (c: Context<AppEnv>): readonly string[] =>
  optionalText(c.env.CORS_ORIGINS)
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '')
