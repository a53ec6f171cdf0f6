import { toHex, utf8 } from '../base/bytes.ts'
import { canonicalize, type JsonValue } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import type { CompiledPolicy } from './compiled-policy.ts'
import type { ReferenceData, Rule, RuleSetInput } from './language/language.ts'

/** The canonical text of a policy: it is stored, hashed, shown to an auditor and executed again in a replay. */

/**
 * RFC 8785 canonical JSON: the list of effective rules, or, where the policy has calendars, rates or tables or turns the
 * signs of a side, an object with these and `rules`.
 *
 * {"rules":[{"action":"match",…}],"tables":{"customers":{"ACME LTD":"10023"}}}
 */
export function canonicalPolicy(policy: CompiledPolicy): string {
  const { calendars, rates, tables, signs } = policy.referenceData
  const turned = Object.values(signs).includes('turned') ? signs : {}
  const members = Object.entries({ calendars, rates, tables, signs: turned })
  const named = members.filter(([, member]) => Object.keys(member).length > 0)
  const rules = jsonOf(policy.rules)
  return canonicalize(named.length === 0 ? rules : { ...Object.fromEntries(named), rules })
}

export const canonicalRules = ({ rules }: Pick<CompiledPolicy, 'rules'>): string => canonicalize(jsonOf(rules))

const jsonOf = (rules: readonly Rule[]): JsonValue => JSON.parse(JSON.stringify(rules))

/** SHA-256 in hex: a result names its policy by this hash. */
export const policyHash = (policy: CompiledPolicy, sha256: Sha256): string =>
  toHex(sha256(utf8(canonicalPolicy(policy))))

/** Requires a text of `canonicalPolicy`. Throws if the text is not JSON or has no list of rules. */
export function readPolicy(text: string): RuleSetInput {
  const { rules, ...referenceData } = parsePolicy(text)
  return { form: 'rules', rules, referenceData }
}

export const rulesInPolicy = (text: string): readonly Rule[] => parsePolicy(text).rules

function parsePolicy(text: string): PolicyMembers {
  const value: readonly Rule[] | PolicyMembers = JSON.parse(text)
  const members = isList(value) ? { rules: value } : value
  if (!Array.isArray(members.rules)) throw new Error('A policy is a list of rules, or an object with such a list')
  return members
}

type PolicyMembers = { readonly rules: readonly Rule[] } & Partial<ReferenceData>

const isList = (value: readonly Rule[] | PolicyMembers): value is readonly Rule[] => Array.isArray(value)
