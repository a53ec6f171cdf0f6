import { toHex, utf8 } from '../base/bytes.ts'
import { canonicalize, type JsonValue } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import type { CompiledPolicy } from './compiled-policy.ts'
import type { ReferenceData, Rule, RuleSetInput } from './language/language.ts'

/** A policy as text: the bytes that are stored, hashed, shown to an auditor and executed again. */

/**
 * RFC 8785 canonical JSON: the list of effective rules, or an object with `rules` and what else the policy has of
 * `calendars`, `rates` and `tables`.
 *
 * {"rules":[{"action":"match",…}],"tables":{"customers":{"ACME LTD":"10023"}}}
 */
export function canonicalPolicy(policy: CompiledPolicy): string {
  const { calendars, rates, tables } = policy.referenceData
  const named = Object.entries({ calendars, rates, tables }).filter(([, member]) => Object.keys(member).length > 0)
  const rules = jsonOf(policy.rules)
  return canonicalize(named.length === 0 ? rules : { ...Object.fromEntries(named), rules })
}

export const canonicalRules = ({ rules }: Pick<CompiledPolicy, 'rules'>): string => canonicalize(jsonOf(rules))

const jsonOf = (rules: readonly Rule[]): JsonValue => JSON.parse(JSON.stringify(rules))

/** SHA-256 in hex: a result names its policy by this hash. */
export const policyHash = (policy: CompiledPolicy, sha256: Sha256): string =>
  toHex(sha256(utf8(canonicalPolicy(policy))))

/** Throws when the text is of neither form. */
export function readPolicy(text: string): RuleSetInput {
  const { rules, ...referenceData } = parsePolicy(text)
  return { form: 'rules', rules, referenceData }
}

/** Throws when the text is of neither form. */
export const rulesInPolicy = (text: string): readonly Rule[] => parsePolicy(text).rules

function parsePolicy(text: string): PolicyMembers {
  const value: readonly Rule[] | PolicyMembers = JSON.parse(text)
  const members = isList(value) ? { rules: value } : value
  if (!Array.isArray(members.rules)) throw new Error('A policy is a list of rules, or an object with such a list')
  return members
}

type PolicyMembers = { readonly rules: readonly Rule[] } & Partial<ReferenceData>

const isList = (value: readonly Rule[] | PolicyMembers): value is readonly Rule[] => Array.isArray(value)
