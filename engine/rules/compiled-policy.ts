import type {
  Criterion,
  DayWindow,
  FilterValue,
  NormalizeStep,
  Rule,
  SimilarityMethod,
  Sum,
  Tolerance,
} from './language.ts'

/** A rule set made ready: effective rules as they are shown and hashed, beside the form that the matcher walks. */
export interface CompiledPolicy {
  readonly policyId: 'default@1' | 'custom'
  readonly rules: readonly Rule[]
  readonly compiled: readonly CompiledRule[]
  /** Every `attributes.<path>` that a rule names; the sides' tables hold these. */
  readonly attributePaths: readonly string[]
}

export interface CompiledRule {
  readonly rule: Rule
  readonly filters: { readonly source: readonly CompiledFilter[]; readonly target: readonly CompiledFilter[] }
  readonly criteria: readonly CompiledCriterion[]
  /** Whether the rule reads a side's `id`, which makes every record of that side distinct. */
  readonly readsId: { readonly source: boolean; readonly target: boolean }
}

export interface CompiledFilter {
  readonly field: string
  readonly type: 'decimal' | 'date' | 'text'
  readonly op: NonNullable<NonNullable<Rule['where']>['source']>[number]['op']
  readonly values: readonly FilterValue[]
}

export interface CompiledCriterion {
  /** The field's name in results: `amount`, or `source/target` when the sides' fields differ. */
  readonly name: string
  readonly sourceField: string
  readonly targetField: string
  readonly type: 'decimal' | 'date' | 'text'
  readonly op: Criterion['op']
  readonly nulls: Criterion['nulls']
  readonly sign: NonNullable<Criterion['sign']>
  readonly normalize: readonly NormalizeStep[]
  readonly tolerance?: Tolerance | string
  readonly days?: DayWindow
  /** A 1:1 sum, compared like an amount; it has no fields. */
  readonly sum?: Sum
  /** `min` in basis points. */
  readonly similarity?: { readonly method: SimilarityMethod; readonly min: number }
}

/** An exact criterion that every pair must meet: part of the blocking key. */
export const isKey = (criterion: CompiledCriterion): boolean => criterion.op === 'equals' && criterion.nulls !== 'skip'

/** A tolerance or days that every pair must meet: a sorted window. */
export const isWindow = (criterion: CompiledCriterion): boolean => criterion.op === 'near' && criterion.nulls !== 'skip'

/** A similarity that every pair must have and that shows in shared grams or tokens, so that an index can find it. */
export const isSimilarKey = ({ nulls, similarity }: CompiledCriterion): boolean =>
  similarity !== undefined && nulls !== 'skip' && similarity.method !== 'jaro-winkler' && similarity.min >= 6_000

/** Whether a criterion compares the currency of either side. */
export const readsCurrency = ({ sourceField, targetField }: CompiledCriterion): boolean =>
  sourceField === 'currency' || targetField === 'currency'

/** Whether these criteria bound the pairs to look at: an exact one other than currency, a window, or a similarity. */
export const hasBlockingKey = (criteria: readonly CompiledCriterion[]): boolean =>
  criteria.some(
    (criterion) => isWindow(criterion) || isSimilarKey(criterion) || (isKey(criterion) && !readsCurrency(criterion)),
  )
