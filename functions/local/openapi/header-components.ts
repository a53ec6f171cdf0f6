import type { RouteConfig } from '@hono/zod-openapi'
import { statusOf } from '@tallystick/schema/problem-table'

/** The response headers of the OpenAPI document: their meaning, and the answers that have them. */

const integer = { type: 'integer', minimum: 0 } as const
const text = { type: 'string' } as const

export const headerComponents = {
  'X-Request-Id': {
    required: true,
    description: 'Names the request, in problems and in the log of the service too',
    schema: { ...text, pattern: '^req_[0-9a-hjkmnp-tv-z]{26}$' },
  },
  'X-RateLimit-Limit': {
    required: true,
    description: 'Requests in a window, of the policy nearest exhaustion',
    schema: integer,
  },
  'X-RateLimit-Remaining': {
    required: true,
    description: 'Requests left in the window of that policy',
    schema: integer,
  },
  'X-RateLimit-Reset': { required: true, description: 'Seconds until the window of that policy ends', schema: integer },
  'RateLimit-Policy': { required: true, description: 'Every policy: `"burst";q=600;w=60`', schema: text },
  RateLimit: { required: true, description: 'Where every policy stands: `"burst";r=599;t=42`', schema: text },
  'Retry-After': {
    description: 'Seconds to wait; absent where waiting is in vain',
    schema: { ...integer, minimum: 1 },
  },
  'Preference-Applied': {
    description: '`respond-async` where the request preferred that (RFC 7240)',
    schema: { ...text, pattern: '^respond-async$' },
  },
  Location: { required: true, description: 'Root-relative path of what was made', schema: text },
  'Idempotent-Replayed': { description: '`true` on the answer to a retry', schema: { ...text, pattern: '^true$' } },
  'Content-Disposition': { description: 'The file name of an archive', schema: text },
  Link: { description: 'The next page, root-relative: `</api/v1/runs?cursor=…>; rel="next"`', schema: text },
  ETag: { required: true, description: 'Strong: another answer has another tag', schema: text },
  'Cache-Control': { required: true, description: 'For how long a cache may keep the answer', schema: text },
  Vary: { required: true, description: 'The request headers that the answer depends on', schema: text },
  'Clear-Site-Data': { required: true, description: 'What the browser forgets of this service', schema: text },
  'X-Plan-Tier': { required: true, description: 'The effective plan', schema: text },
  'X-Feature-Flags': { required: true, description: 'The effective flags, comma-separated', schema: text },
} as const

type HeaderName = keyof typeof headerComponents

/** The responses of a route, each with its own headers and those that the middleware adds. */
export function withHeaders(route: RouteConfig): RouteConfig['responses'] {
  const hasLimits = route.middleware !== undefined
  const isConditional = '304' in route.responses
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, response]) => {
      const names: HeaderName[] = ['X-Request-Id']
      if (hasLimits && status !== unauthorized) names.push(...limitHeaders)
      if (waiting.includes(status)) names.push('Retry-After')
      if (isConditional && (status === '200' || status === '304')) names.push('ETag', 'Cache-Control', 'Vary')
      const own = 'headers' in response ? response.headers : undefined
      return [status, { ...response, headers: { ...references(names), ...own } }]
    }),
  )
}

const references = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const unauthorized = String(statusOf('api_key_invalid'))
const waiting = [String(statusOf('rate_limited')), String(statusOf('storage_unavailable'))]

const limitHeaders = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const
