import type { JsonValue } from '@tallystick/engine/base'
import { type CompiledPolicy, compileRules } from '@tallystick/engine/rules'
import { policyChecker } from '@tallystick/schema/policy-file'
import type { PolicyFault } from './engine-types.ts'

const checkPolicy = policyChecker(compileRules)

/** Compiles written rules, or returns all their faults; undefined stands for the built-in policy. */
export function compiledOf(
  policy: JsonValue | undefined,
):
  | { readonly ok: true; readonly value: CompiledPolicy }
  | { readonly ok: false; readonly faults: readonly PolicyFault[] } {
  const checked = checkPolicy(policy ?? [])
  if (checked.ok) return checked
  return { ok: false, faults: checked.faults.map(({ pointer = '', detail }) => ({ pointer, detail })) }
}
