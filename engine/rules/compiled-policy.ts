import type { BySide } from '../record/side.ts'
import type { CompiledCriterion } from './criteria/criterion-kind.ts'
import type { Filter, FilterValue, ReferenceData, Rule } from './language/language.ts'

/** `default@2` is the built-in policy of a run without rules; any other policy is `custom`. */
export const policyIds = ['default@2', 'custom'] as const

/** Effective rules as they are shown and hashed, together with the form that the matcher executes. */
export interface CompiledPolicy {
  readonly policyId: (typeof policyIds)[number]
  readonly rules: readonly Rule[]
  readonly referenceData: ReferenceData
  readonly compiled: readonly CompiledRule[]
  /** Every `attributes.<path>` that a rule names. The tables of both sides have a column for each. */
  readonly attributePaths: readonly string[]
}

export interface CompiledRule {
  readonly rule: Rule
  readonly filters: { readonly source: readonly CompiledFilter[]; readonly target: readonly CompiledFilter[] }
  readonly criteria: readonly CompiledCriterion[]
  /** Whether the rule reads the id of the records on each side. If so, no two records are twins. */
  readonly readsId: { readonly source: boolean; readonly target: boolean }
  /** The sides whose amounts the rule sees with changed signs. */
  readonly turns: BySide<boolean>
}

export interface CompiledFilter {
  readonly field: string
  readonly type: 'decimal' | 'date' | 'text'
  readonly op: Filter['op']
  readonly isAbsolute: boolean
  readonly values: readonly FilterValue[]
}
