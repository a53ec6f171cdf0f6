import type { Scope } from '../../schema/key.ts'

const scopesByMiddleware = new WeakMap<object, readonly Scope[]>()

/** Remembers the scopes that `middleware` demands, for the OpenAPI document. */
export function noteScopes(middleware: object, scopes: readonly Scope[]): void {
  scopesByMiddleware.set(middleware, scopes)
}

/** The scopes that `middleware` demands; undefined when `noteScopes` was never called for it. */
export const scopesOf = (middleware: unknown): readonly Scope[] | undefined =>
  typeof middleware === 'object' && middleware !== null ? scopesByMiddleware.get(middleware) : undefined
