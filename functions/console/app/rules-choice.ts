import type { JsonValue } from '@tallystick/engine'
import type { Policy } from '../../client/index.ts'

/** Rules as they are written in a text field. */
export type WrittenRules =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly fault: string }

/** The JSON of a text; blank text is the built-in policy. */
export function rulesIn(text: string): WrittenRules {
  if (text.trim() === '') return { ok: true, value: [] }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    return { ok: false, fault: error instanceof Error ? error.message : String(error) }
  }
}

/** The members of a request that say the rules: a list is the rules alone, an object has what they refer to as well. */
export function policyMembersOf(value: JsonValue): Policy {
  const members: unknown = Array.isArray(value) ? { rules: value } : value
  if (!isPolicy(members)) throw new Error('Got other JSON, wanted a list of rules or an object with "rules"')
  return members
}

/** The service checks the rules themselves, and says every fault. */
const isPolicy = (value: unknown): value is Policy =>
  typeof value === 'object' && value !== null && 'rules' in value && Array.isArray(value.rules)

/** Rules as a person reads them. */
export const rulesText = (rules: unknown): string => JSON.stringify(rules, undefined, 2)
