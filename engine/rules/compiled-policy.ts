import type { CompiledCriterion } from './criteria/criterion-kind.ts'
import type { Filter, FilterValue, ReferenceData, Rule } from './language/language.ts'

/** The ids of policies: the built-in one, which a run without rules has, and any other rules. */
export const policyIds = ['default@2', 'custom'] as const

/** A rule set made ready: effective rules as they are shown and hashed, beside the form that the matcher walks. */
export interface CompiledPolicy {
  readonly policyId: (typeof policyIds)[number]
  readonly rules: readonly Rule[]
  readonly referenceData: ReferenceData
  readonly compiled: readonly CompiledRule[]
  /** Every `attributes.<path>` that a rule names; the sides' tables hold these. */
  readonly attributePaths: readonly string[]
}

export interface CompiledRule {
  readonly rule: Rule
  /** Of the places of source and target, which a netting rule gives to records of one side. */
  readonly filters: { readonly source: readonly CompiledFilter[]; readonly target: readonly CompiledFilter[] }
  readonly criteria: readonly CompiledCriterion[]
  /** Whether the rule reads a side's `id`, which makes every record of that side distinct. */
  readonly readsId: { readonly source: boolean; readonly target: boolean }
}

export interface CompiledFilter {
  readonly field: string
  readonly type: 'decimal' | 'date' | 'text'
  readonly op: Filter['op']
  /** Whether the absolute value is compared. */
  readonly isAbsolute: boolean
  readonly values: readonly FilterValue[]
}
