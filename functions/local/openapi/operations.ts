import type { RouteConfig } from '@hono/zod-openapi'
import type { Scope } from '@tallystick/schema/key'
import { isRoleOf, type Role, roleOfScope, roleOfScopes } from '@tallystick/schema/role'
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
    security: scopes === undefined ? (route.security ?? []) : [{ apiKey: [] }, { session: [] }],
    ...(scopes !== undefined && scopeMembers(scopes)),
  }
}

const scopeMembers = ({ all, others, role }: DemandedScopes) => ({
  'x-required-scopes': [...all],
  ...(others !== undefined && { 'x-alternative-scopes': [...others] }),
  'x-required-role': role ?? roleOfAny(all, others),
})

/** The first role that may call the operation. */
function roleOfAny(all: readonly Scope[], others: readonly Scope[] = []): Role {
  const sufficient = [roleOfScopes(all), ...others.map((scope) => roleOfScope[scope])]
  return sufficient.reduce((first, role) => (isRoleOf(role, first) ? first : role))
}

/** Matches a parameter that takes several segments of a path, `{place{.+}}`, which OpenAPI cannot express. */
const pattern = /\{(\w+)\{[^}]*\}\}/g
