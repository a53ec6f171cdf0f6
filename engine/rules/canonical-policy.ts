import { toHex, utf8 } from '../base/bytes.ts'
import { canonicalize, type JsonValue } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import type { CompiledPolicy } from './compiled-policy.ts'
import type { ReferenceData, Rule, RuleSetInput } from './language/language.ts'

/** A policy as text: the bytes that are stored, hashed, shown to an auditor and executed again. */

/**
 * The canonical JSON (RFC 8785) of a policy: of the list of its effective rules when it brings nothing else, and of an
 * object with the members `calendars`, `rates`, `rules` and `tables` when it does; an empty member is left out.
 *
 *     {"rules":[{"action":"match",…}],"tables":{"customers":{"ACME LTD":"10023"}}}
 */
export function canonicalPolicy(policy: CompiledPolicy): string {
  const { calendars, rates, tables } = policy.referenceData
  const named = Object.entries({ calendars, rates, tables }).filter(([, member]) => Object.keys(member).length > 0)
  const rules = jsonOf(policy.rules)
  return canonicalize(named.length === 0 ? rules : { ...Object.fromEntries(named), rules })
}

/** The canonical JSON of the effective rules alone. */
export const canonicalRules = ({ rules }: Pick<CompiledPolicy, 'rules'>): string => canonicalize(jsonOf(rules))

const jsonOf = (rules: readonly Rule[]): JsonValue => JSON.parse(JSON.stringify(rules))

/** SHA-256 of the canonical policy, in hex: a result names the policy that it was made under by this hash. */
export const policyHash = (policy: CompiledPolicy, sha256: Sha256): string =>
  toHex(sha256(utf8(canonicalPolicy(policy))))

/** The rule set in the text of a canonical policy, for `compileRules`. Throws when the text is of neither form. */
export function readPolicy(text: string): RuleSetInput {
  const { rules, ...referenceData } = parsePolicy(text)
  return { form: 'rules', rules, referenceData }
}

/** The effective rules in the text of a canonical policy. Throws when the text is of neither form. */
export const rulesInPolicy = (text: string): readonly Rule[] => parsePolicy(text).rules

function parsePolicy(text: string): PolicyMembers {
  const value: readonly Rule[] | PolicyMembers = JSON.parse(text)
  const members = isList(value) ? { rules: value } : value
  if (!Array.isArray(members.rules)) throw new Error('A policy is a list of rules, or an object with such a list')
  return members
}

type PolicyMembers = { readonly rules: readonly Rule[] } & Partial<ReferenceData>

/** TypeScript: `Array.isArray` alone does not narrow a readonly array out of a union. */
const isList = (value: readonly Rule[] | PolicyMembers): value is readonly Rule[] => Array.isArray(value)
