import type { Policy } from '@tallystick/client'
import type { JsonValue } from '@tallystick/engine/base'

/**
 * The members of a request that carry rules. `policy` is JSON of a list of rules, or of an object with reference data.
 */
export function policyMembersOf(policy: JsonValue): Policy {
  const members: unknown = Array.isArray(policy) ? { rules: policy } : policy
  if (!isPolicy(members)) throw new Error('Got other JSON, wanted a list of rules or an object with "rules"')
  return members
}

/**
 * The members of a replay under other rules. A replay inherits members that its request leaves out, so removed
 * reference data is sent as empty: only then does the service compute the same root as this page.
 */
export function replayMembersOf(policy: JsonValue, before: JsonValue): Policy {
  const members = policyMembersOf(policy)
  return Array.isArray(before) ? members : { tables: {}, rates: [], calendars: {}, signs: {}, ...members }
}

/** Checks only the shape; the service checks the rules themselves. */
const isPolicy = (value: unknown): value is Policy =>
  typeof value === 'object' && value !== null && 'rules' in value && Array.isArray(value.rules)

export const rulesText = (rules: unknown): string => JSON.stringify(rules, undefined, 2)
