import type { z } from '@hono/zod-openapi'

/** The response headers that routes name. functions/local/openapi describes them, and those of the middleware. */
type OwnHeader =
  | 'Location'
  | 'Idempotent-Replayed'
  | 'Content-Disposition'
  | 'X-Plan-Tier'
  | 'X-Feature-Flags'
  | 'Link'
  | 'Retry-After'
  | 'Preference-Applied'
  | 'ETag'
  | 'Cache-Control'
  | 'Clear-Site-Data'

export const headersNamed = (...names: readonly OwnHeader[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** An answer in JSON, as a route documents it. */
export const jsonAnswer = <Schema extends z.ZodType>(
  description: string,
  schema: Schema,
  ...headers: readonly OwnHeader[]
) => ({
  description,
  ...(headers.length > 0 && { headers: headersNamed(...headers) }),
  content: { 'application/json': { schema } },
})

export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true,
  content: { 'application/json': { schema } },
})

export const notModified = { description: 'The caller has this answer already' }
