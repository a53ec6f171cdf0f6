import type { Scope } from '../../schema/key.ts'

const scopesByMiddleware = new WeakMap<object, readonly Scope[]>()

/** Notes that `middleware` demands `scopes`, so that the OpenAPI document of a route with it can say so. */
export function noteScopes(middleware: object, scopes: readonly Scope[]): void {
  scopesByMiddleware.set(middleware, scopes)
}

/** The scopes that `noteScopes` was given for `middleware`; undefined when it was given none. */
export const scopesOf = (middleware: unknown): readonly Scope[] | undefined =>
  typeof middleware === 'object' && middleware !== null ? scopesByMiddleware.get(middleware) : undefined
