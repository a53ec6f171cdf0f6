import type { CompiledCriterion } from './criteria/criterion-kind.ts'
import type { Filter, FilterValue, ReferenceData, Rule } from './language/language.ts'

/** The built-in policy, which a run without rules has, and any other rules. */
export const policyIds = ['default@2', 'custom'] as const

/** Effective rules as they are shown and hashed, beside the form that the matcher executes. */
export interface CompiledPolicy {
  readonly policyId: (typeof policyIds)[number]
  readonly rules: readonly Rule[]
  readonly referenceData: ReferenceData
  readonly compiled: readonly CompiledRule[]
  /** Every `attributes.<path>` that a rule names; the sides' tables have these columns. */
  readonly attributePaths: readonly string[]
}

export interface CompiledRule {
  readonly rule: Rule
  readonly filters: { readonly source: readonly CompiledFilter[]; readonly target: readonly CompiledFilter[] }
  readonly criteria: readonly CompiledCriterion[]
  /** By place of the rule. A rule that reads `id` tells all records of the place apart. */
  readonly readsId: { readonly source: boolean; readonly target: boolean }
}

export interface CompiledFilter {
  readonly field: string
  readonly type: 'decimal' | 'date' | 'text'
  readonly op: Filter['op']
  readonly isAbsolute: boolean
  readonly values: readonly FilterValue[]
}
