import { isObject, type JsonValue } from '@tallystick/engine/base'
import type { CompiledPolicy, RuleFault, RuleSetInput } from '@tallystick/engine/rules'
import { policyFile, policyMembers, withPolicy } from './policy.ts'
import { check, type Fault } from './problem.ts'
import { rulesSchema } from './rule-set.ts'

type Compile = (
  input: RuleSetInput,
) =>
  | { readonly ok: true; readonly policy: CompiledPolicy }
  | { readonly ok: false; readonly faults: readonly RuleFault[] }

/**
 * Makes the check of a policy that a person keeps in a file: a list of rules as in a run's `rules`, or an object with
 * `rules`, tables, rates and calendars. The check returns the compiled policy, or all faults.
 */
export function policyChecker(compile: Compile) {
  const rules = rulesSchema(compile)
  const policy = withPolicy(policyFile, compile)
  return (
    value: JsonValue,
  ):
    | { readonly ok: true; readonly value: CompiledPolicy }
    | { readonly ok: false; readonly faults: readonly Fault[] } => {
    if (!hasPolicyMembers(value)) return check(rules, value)
    const checked = check(policy, value)
    return checked.ok ? { ok: true, value: checked.value.policy } : checked
  }
}

/** Whether `value` is an object with any member of a policy. Any other value is read as a list of rules. */
export const hasPolicyMembers = (value: JsonValue): boolean =>
  isObject(value) && Object.keys(policyMembers).some((name) => name in value)
