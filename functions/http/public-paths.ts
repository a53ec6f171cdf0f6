const description = /^\/(?:problems\/[^/]*|api\/v1\/(?:health|ready|meta|openapi\.json))$/
const playground = '/api/v1/reconcile/run'
const signingKeys = '/.well-known/tallystick-keys'

/** Whether `path` only describes the service: anybody may ask, and no rate limit counts it. */
export const isDescription = (path: string): boolean => description.test(path)

/** Whether `path` needs no key and may be called by a page of any origin. */
export const isPublic = (path: string): boolean => isDescription(path) || path === playground || path === signingKeys
