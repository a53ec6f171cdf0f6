import type { JsonValue } from '../../base/canonical.ts'
import { isObject, isText, type JsonObject } from '../../base/json-shape.ts'

/** Checks what a line claims against the rule that made the line. */

/**
 * The fault of a line whose variance is not that of its rule, or that is turned or converted under a rule that does not
 * turn or convert.
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

const signsOf = ({ sign, sum, match }: JsonObject): readonly (JsonValue | undefined)[] => [
  sign,
  isObject(sum) ? sum['sign'] : undefined,
  ...(Array.isArray(match) ? match.map((each) => (isObject(each) ? each['sign'] : undefined)) : []),
]

const isTurning = (sign: JsonValue | undefined): boolean => isText(sign) && sign !== 'same'
