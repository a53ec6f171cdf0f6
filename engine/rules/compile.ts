import { fieldsOfSum } from './amounts/sum.ts'
import { compileRule } from './compile-rule.ts'
import type { CompiledPolicy } from './compiled-policy.ts'
import { effectivePolicy } from './effective-rule.ts'
import { isAttributePath } from './language/field.ts'
import type { ReferenceData, ReferenceDataInput, RuleFault, RuleSetInput } from './language/language.ts'
import { effectiveCalendars } from './reference/calendars.ts'
import { effectiveRates } from './reference/rates.ts'
import { effectiveTables } from './reference/tables.ts'

type CompileResult =
  | { readonly ok: true; readonly policy: CompiledPolicy }
  | { readonly ok: false; readonly faults: readonly RuleFault[] }

/**
 * Makes a rule set ready to run: fills in defaults, adds implied criteria, and returns all faults of all rules.
 * Requires rules that fit the schema. An empty rule set is `default@2`. Effective rules compile to themselves.
 */
export function compileRules(input: RuleSetInput): CompileResult {
  const faults: RuleFault[] = []
  const referenceData = effectiveReferenceData(input.referenceData, faults)
  const { policyId, rules } = effectivePolicy(input, referenceData, faults)
  if (policyId !== 'custom') refuseReferenceData(input.referenceData, faults)
  if (faults.length > 0) return { ok: false, faults }
  const compiled = rules.map((rule) => compileRule(rule, referenceData))
  const fields = compiled.flatMap(({ criteria, filters, rule }) => [
    ...criteria.flatMap((criterion) => [criterion.sourceField, criterion.targetField]),
    ...[...filters.source, ...filters.target].map((filter) => filter.field),
    ...(rule.sum ? fieldsOfSum(rule.sum) : []),
  ])
  const attributePaths = [...new Set(fields.filter(isAttributePath))].sort()
  return { ok: true, policy: { policyId, rules, referenceData, compiled, attributePaths } }
}

function refuseReferenceData(input: RuleSetInput['referenceData'], faults: RuleFault[]): void {
  const { signs, ...others } = input ?? {}
  for (const [name, value = {}] of Object.entries(others)) {
    if (Object.keys(value).length === 0) continue
    const detail = `The built-in policy refers to no ${name}: wanted rules that do`
    faults.push({ pointer: `/${name}`, code: 'conflict', detail })
  }
}

/**
 * Reference data with every default written out and sorted lists. Pointers of faults start at the policy:
 * `/rates/3/rate`.
 */
const effectiveReferenceData = (input: ReferenceDataInput | undefined, faults: RuleFault[]): ReferenceData => ({
  calendars: effectiveCalendars(input?.calendars ?? {}, faults),
  rates: effectiveRates(input?.rates ?? [], faults),
  tables: effectiveTables(input?.tables ?? {}, faults),
  signs: { source: input?.signs?.source ?? 'as-is', target: input?.signs?.target ?? 'as-is' },
})
