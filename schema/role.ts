import { z } from 'zod'
import type { Scope } from './key.ts'

/** What a member may do. Roles add up: each may do all that the roles before it may. */
export const roles = ['viewer', 'preparer', 'approver', 'administrator'] as const

export type Role = (typeof roles)[number]

/** The first role that has each scope. The one table by which every route is open to members. */
export const roleOfScope: Readonly<Record<Scope, Role>> = {
  'runs:read': 'viewer',
  'runs:write': 'preparer',
  'datasets:read': 'viewer',
  'datasets:write': 'preparer',
  'runs:delete': 'administrator',
  'datasets:delete': 'administrator',
  'evidence:read': 'viewer',
  'keys:admin': 'administrator',
  'members:manage': 'administrator',
  'periods:write': 'preparer',
  'items:decide': 'preparer',
  'items:approve': 'approver',
  'webhooks:manage': 'administrator',
}

/** Whether `role` may do what `needed` may. */
export const isRoleOf = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed)

/** The last of the roles that `scopes` need; the first role for none. */
export const roleOfScopes = (scopes: readonly Scope[]): Role =>
  scopes.map((scope) => roleOfScope[scope]).reduce((last, role) => (isRoleOf(role, last) ? role : last), roles[0])

/** The stored role of a member. */
export const storedRole = z.enum(roles)
