import type { RouteConfig } from '@hono/zod-openapi'
import { scopesOf } from '../http/scopes.ts'
import { withHeaders } from './header-components.ts'
import { operationTexts } from './operation-texts.ts'

/** The operations of the OpenAPI document, made of the routes. */

/** The groups of operations, in the order in which a reader meets them. */
export const tags = [
  { name: 'Datasets', description: 'Uploading the two sides of a reconciliation, and reading them back' },
  { name: 'Runs', description: 'Reconciling two datasets under a rule set, and executing a run again' },
  { name: 'Results', description: 'What a run found: matches, suggestions, breaks, exclusions and netted records' },
  { name: 'Evidence', description: 'What proves a run, a line of its result, and its place in the tenant’s log' },
  { name: 'Explain', description: 'Why a result is as it is: execution graph, lineage, impact of rules' },
  { name: 'Log', description: 'The tenant’s log of receipts, as C2SP tlog-tiles' },
  { name: 'Keys', description: 'API keys of the tenant, and the public keys of the service' },
  { name: 'Usage', description: 'What a tenant uses of its plan' },
  { name: 'Playground', description: 'Trying a rule on built-in records, without a key' },
  { name: 'System', description: 'What the service is and how it is' },
  { name: 'Admin', description: 'Tenants, for the operator of the service' },
] as const

/** The route as the document shows it: with its texts, and the scopes and headers that its middleware stands for. */
export function documented(config: RouteConfig): Omit<RouteConfig, 'middleware' | 'hide'> {
  const { middleware, hide: _, operationId, ...route } = config
  if (operationId === undefined) throw new Error(`${route.method} ${route.path} has no operationId`)
  const { tag, ...texts } = { tag: undefined, ...operationTexts[operationId] }
  const scopes = scopesOf(middleware)
  return {
    ...route,
    operationId,
    ...(tag !== undefined && { tags: [tag] }),
    ...texts,
    path: route.path.replaceAll(pattern, '{$1}'),
    responses: withHeaders(config),
    security: scopes === undefined ? (route.security ?? []) : [{ apiKey: [] }],
    ...(scopes !== undefined && { 'x-required-scopes': [...scopes] }),
  }
}

/** A parameter that takes several segments of a path, `{place{.+}}`: OpenAPI has no way to say so. */
const pattern = /\{(\w+)\{[^}]*\}\}/g
