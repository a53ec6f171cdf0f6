import type { Context, Hono } from 'hono'
import { isAdminEnabled } from '../../platform/configuration.ts'
import type { AppEnv } from '../app-env.ts'
import { isAdminPath } from '../public-paths.ts'

export interface MethodTable {
  /** The methods of the request's path, OPTIONS and HEAD included, sorted; empty when there is no such path. */
  readonly allowed: (c: Context<AppEnv>) => readonly string[]
}

/** Reads the routes of `app` at first use, when all are mounted. */
export function createMethodTable(app: () => Pick<Hono<AppEnv>, 'routes'>): MethodTable {
  let table: readonly { readonly pattern: RegExp; readonly method: string }[] | undefined
  return {
    allowed(c) {
      table ??= app()
        .routes.filter(({ method }) => method !== 'ALL')
        .map(({ path, method }) => ({ pattern: patternOf(path), method }))
      if (isAdminPath(c.req.path) && !isAdminEnabled(c.env)) return []
      const methods = new Set(table.filter(({ pattern }) => pattern.test(c.req.path)).map(({ method }) => method))
      if (methods.size === 0) return []
      if (methods.has('GET')) methods.add('HEAD')
      return [...methods.add('OPTIONS')].sort()
    },
  }
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:[A-Za-z]+/g, '[^/]+')}$`)
