const description = /^\/(?:llms\.txt|docs\/[^/]*|problems\/[^/]*|api\/v1\/(?:health|ready|meta|openapi\.json))$/
const playground = '/api/v1/reconcile/run'
const signingKeys = '/.well-known/tallystick-keys'
const index = /^\/api\/v1\/index\//

const admin = /^\/api\/v1\/(?:admin\/|metrics$)/

/** Whether only the operator may call `path`. Without an admin key in the settings no such path exists. */
export const isAdminPath = (path: string): boolean => admin.test(path)

/** Whether `path` only describes the service: open to anybody, and not counted by rate limits. */
export const isDescription = (path: string): boolean => description.test(path)

/** Whether `path` needs no key and may be called by a page of any origin. */
export const isPublic = (path: string): boolean =>
  isDescription(path) || path === playground || path === signingKeys || index.test(path)
