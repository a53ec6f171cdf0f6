import type { JsonValue } from '../../base/canonical.ts'
import { isObject, type JsonObject } from '../../base/json-shape.ts'

/**
 * The rules of a policy as they compare the amounts of records. Where the policy turns the signs of one side, a rule
 * with the sign `same` compares amounts of opposite signs, and the other way round.
 */
export function rulesAsSeen(policy: JsonValue | undefined, rules: JsonValue | undefined): JsonValue | undefined {
  const signs = isObject(policy) ? policy['signs'] : undefined
  const areApart = isObject(signs) && signs['source'] !== signs['target']
  return areApart && Array.isArray(rules) ? rules.map((rule) => (isObject(rule) ? turnedRule(rule) : rule)) : rules
}

function turnedRule(rule: JsonObject): JsonObject {
  const { sum, match } = rule
  return {
    ...turned(rule),
    ...(isObject(sum) && { sum: turned(sum) }),
    ...(Array.isArray(match) && { match: match.map((each) => (isObject(each) ? turned(each) : each)) }),
  }
}

function turned(part: JsonObject): JsonObject {
  const { sign } = part
  return sign === 'same' ? { ...part, sign: 'opposite' } : sign === 'opposite' ? { ...part, sign: 'same' } : part
}
