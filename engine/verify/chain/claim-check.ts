import type { JsonValue } from '../../base/canonical.ts'
import { isObject, isText, type JsonObject } from '../../base/json-shape.ts'

/** What a line claims beyond its records, judged by the rule that made it. */

/**
 * The fault, in words, of a match or netted line that books its difference under another label than its rule has, or as
 * turned or converted where its rule does neither; undefined where there is no such rule, which has a fault of its own.
 */
export function claimFault(
  { kind, variance, turned, converted }: JsonObject,
  rule: JsonObject | undefined,
): string | undefined {
  if (rule === undefined) return undefined
  if (variance !== undefined && variance !== rule['variance']) return 'its variance is not that of its rule'
  if (converted !== undefined && rule['convert'] === undefined) return 'its rule converts no amounts'
  if (turned !== undefined && (kind === 'netted' || !signsOf(rule).some(isTurning)))
    return 'its rule turns the sign of no amount'
  return undefined
}

/** The signs of a rule, of its sum and of its criteria. */
const signsOf = ({ sign, sum, match }: JsonObject): readonly (JsonValue | undefined)[] => [
  sign,
  isObject(sum) ? sum['sign'] : undefined,
  ...(Array.isArray(match) ? match.map((each) => (isObject(each) ? each['sign'] : undefined)) : []),
]

const isTurning = (sign: JsonValue | undefined): boolean => isText(sign) && sign !== 'same'
