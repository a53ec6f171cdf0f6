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

export const headersNamed = (...names: readonly OwnHeader[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
