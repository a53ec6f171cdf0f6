import type { FailedRule } from '../result/line.ts'
import { comparedFields, nameOfFields } from '../rules/criteria/compared-fields.ts'
import type { Needs } from '../rules/criteria/criterion-kind.ts'
import type { Criterion, Rule } from '../rules/language/language.ts'

/**
 * The failed criterion of a rule, with its index. Undefined where no criterion, or more than one, fits the failed field
 * and needs.
 */
export function findMissed(
  { match = [] }: Rule,
  { field, needs }: FailedRule,
): readonly [number, Criterion] | undefined {
  const named = [...match.entries()].filter(([, criterion]) => {
    const fields = comparedFields(criterion)
    return fields !== undefined && nameOfFields(fields) === field && (needs === undefined || hasForm(criterion, needs))
  })
  const [first, ...others] = named
  return others.length > 0 ? undefined : first
}

/**
 * Whether a criterion may have failed with these needs: its members have the same form as `needs`, but another value.
 */
function hasForm(criterion: Criterion, needs: Needs): boolean {
  const { nulls, tolerance, days, businessDays, similarity, min } = needs
  if (nulls !== undefined) return criterion.nulls !== 'skip' && criterion.nulls !== nulls
  if (similarity !== undefined) return criterion.op === 'similar'
  if (min !== undefined) return criterion.op === 'starts' || criterion.op === 'ends'
  if (businessDays !== undefined) return isOtherOfForm(criterion.businessDays, businessDays)
  const isExact = criterion.op === 'equals'
  if (days !== undefined) return isExact ? typeof days === 'number' : isOtherOfForm(criterion.days, days)
  return isExact ? typeof tolerance === 'string' : isOtherOfForm(criterion.tolerance, tolerance)
}

const isOtherOfForm = (own: unknown, needed: unknown): boolean =>
  formOf(own) === formOf(needed) && JSON.stringify(own) !== JSON.stringify(needed)

/** The form of a value: the member names of an object; `percent` or `amount` for a text. */
function formOf(value: unknown): string {
  if (typeof value === 'string') return value.endsWith('%') ? 'percent' : 'amount'
  return typeof value === 'object' && value !== null ? Object.keys(value).sort().join() : typeof value
}
