/** The response headers that routes name as their own; functions/local/openapi describes these and those of the middleware. */
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

/** References to header components of the OpenAPI document, for the responses of a route. */
export const headersNamed = (...names: readonly OwnHeader[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
