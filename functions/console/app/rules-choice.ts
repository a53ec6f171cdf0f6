import type { Policy } from '@tallystick/client'
import type { JsonValue } from '@tallystick/engine/base'

/** The members of a request that say the rules: a list is the rules alone, an object has what they refer to as well. */
export function policyMembersOf(policy: JsonValue): Policy {
  const members: unknown = Array.isArray(policy) ? { rules: policy } : policy
  if (!isPolicy(members)) throw new Error('Got other JSON, wanted a list of rules or an object with "rules"')
  return members
}

/**
 * The members of a replay under other rules. A replay inherits what its request leaves out, so what the rules no longer
 * bring is named as empty: the service then comes to the root that these rules have in the page.
 */
export function replayMembersOf(policy: JsonValue, before: JsonValue): Policy {
  const members = policyMembersOf(policy)
  return Array.isArray(before) ? members : { tables: {}, rates: [], calendars: {}, ...members }
}

/** The service checks the rules themselves, and says every fault. */
const isPolicy = (value: unknown): value is Policy =>
  typeof value === 'object' && value !== null && 'rules' in value && Array.isArray(value.rules)

/** Rules as a person reads them. */
export const rulesText = (rules: unknown): string => JSON.stringify(rules, undefined, 2)
