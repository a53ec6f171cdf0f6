import type { RouteConfig } from '@hono/zod-openapi'
import { type DemandedScopes, scopesOf } from '@tallystick/service/http/scopes'
import { withHeaders } from './header-components.ts'

/** The operations of the OpenAPI document, made from the routes. */

/** The route as the document shows it, with the scopes and headers that its middleware asks for. */
export function documented(config: RouteConfig): Omit<RouteConfig, 'middleware' | 'hide'> {
  const { middleware, hide: _, ...route } = config
  const scopes = scopesOf(middleware)
  return {
    ...route,
    path: route.path.replaceAll(pattern, '{$1}'),
    responses: withHeaders(config),
    security: scopes === undefined ? (route.security ?? []) : [{ apiKey: [] }],
    ...(scopes !== undefined && scopeMembers(scopes)),
  }
}

const scopeMembers = ({ all, others }: DemandedScopes) => ({
  'x-required-scopes': [...all],
  ...(others !== undefined && { 'x-alternative-scopes': [...others] }),
})

/** Matches a parameter that takes several segments of a path, `{place{.+}}`, which OpenAPI cannot express. */
const pattern = /\{(\w+)\{[^}]*\}\}/g
