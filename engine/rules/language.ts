import type { Selection, SubsetLimits, SubsetLimitsInput } from './selection.ts'

/** The rule language as it is executed: effective rules, every default and implied criterion written out. */

/** How sure a match is, the surest first. */
export const confidences = ['exact', 'high', 'medium', 'low'] as const
export type Confidence = (typeof confidences)[number]

export const actions = ['match', 'suggest', 'exclude'] as const
/** Source side : target side. */
export const cardinalities = ['1:1', '1:n', 'n:1', 'n:m'] as const
export const assignModes = ['closest', 'most'] as const
export const ambiguityModes = ['review', 'defer', 'best'] as const
export const nullModes = ['fail', 'skip', 'match'] as const
export const signModes = ['same', 'opposite', 'absolute'] as const
export const variances = ['fee', 'rounding', 'fx', 'timing', 'tax', 'discount', 'other'] as const
export const filterOps = ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'present', 'absent', 'contains'] as const
export const criterionOps = ['equals', 'near', 'similar', 'contains'] as const
export const similarityMethods = ['levenshtein', 'jaro-winkler', 'token-set', 'trigram'] as const
export type SimilarityMethod = (typeof similarityMethods)[number]
export const plainSteps = [
  'trim',
  'collapse-space',
  'upper',
  'fold-accents',
  'nfkc',
  'alphanumeric',
  'digits',
  'strip-leading-zeros',
  'sort-tokens',
] as const
export const percentBases = ['source', 'target', 'larger', 'smaller'] as const

export const ruleCountMax = 50
export const criterionCountMax = 12

export type NormalizeStep =
  | (typeof plainSteps)[number]
  | { readonly strip: readonly string[] }
  | { readonly extract: string }

/** Bounds on target − source, inclusive. Decimals are canonical text, `percent` without its sign. */
export type Tolerance =
  | { readonly from: string; readonly to: string }
  | {
      readonly absolute?: string
      readonly percent?: string
      readonly of?: (typeof percentBases)[number]
      readonly combine?: 'any' | 'all'
    }

export interface DayWindow {
  readonly before: number
  readonly after: number
}

/** What a record adds to its side's sum. Decimals are canonical text. */
export type Term =
  | { readonly field: string; readonly times: 1 | -1; readonly default?: string }
  | { readonly percent: string; readonly of: string }
  | { readonly fixed: string }

export interface Sum {
  readonly source: readonly Term[]
  readonly target: readonly Term[]
  readonly tolerance?: Tolerance | string
  readonly sign: (typeof signModes)[number]
}

export interface Criterion {
  readonly field?: string
  readonly sourceField?: string
  readonly targetField?: string
  readonly op: (typeof criterionOps)[number]
  readonly tolerance?: Tolerance | string
  readonly days?: DayWindow | number
  readonly normalize?: readonly NormalizeStep[]
  /** `min` is a canonical decimal from 0 to 1 with at most four digits after the point. */
  readonly similarity?: { readonly method: SimilarityMethod; readonly min: string }
  readonly sign?: (typeof signModes)[number]
  readonly nulls: (typeof nullModes)[number]
}

export interface Filter {
  readonly field: string
  readonly op: (typeof filterOps)[number]
  readonly value?: FilterValue | readonly FilterValue[]
}

export interface Where {
  readonly source?: readonly Filter[]
  readonly target?: readonly Filter[]
}

export interface Rule {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly action: (typeof actions)[number]
  readonly cardinality?: (typeof cardinalities)[number]
  readonly where?: Where
  readonly match?: readonly Criterion[]
  readonly sum?: Sum
  readonly select?: Selection
  readonly limits?: SubsetLimits
  readonly assign?: (typeof assignModes)[number]
  readonly ambiguous?: (typeof ambiguityModes)[number]
  readonly confidence?: Confidence
  readonly variance?: (typeof variances)[number]
  readonly ignoreAmount?: true
  readonly crossCurrency?: true
}

/** A criterion as a caller writes it: decimals may be numbers, defaults left out. */
export interface CriterionInput {
  readonly field?: string | undefined
  readonly sourceField?: string | undefined
  readonly targetField?: string | undefined
  readonly op?: (typeof criterionOps)[number] | undefined
  readonly tolerance?: DecimalInput | ToleranceInput | undefined
  readonly days?: number | DayWindow | undefined
  readonly normalize?: readonly NormalizeStep[] | undefined
  readonly similarity?: { readonly method: SimilarityMethod; readonly min: DecimalInput } | undefined
  readonly sign?: (typeof signModes)[number] | undefined
  readonly nulls?: (typeof nullModes)[number] | undefined
}

export type DecimalInput = string | number

export interface ToleranceInput {
  readonly from?: DecimalInput | undefined
  readonly to?: DecimalInput | undefined
  readonly absolute?: DecimalInput | undefined
  readonly percent?: DecimalInput | undefined
  readonly of?: (typeof percentBases)[number] | undefined
  readonly combine?: 'any' | 'all' | undefined
}

/** A term as a caller writes it; the members that stand together decide which kind it is. */
export interface TermInput {
  readonly field?: string | undefined
  readonly times?: 1 | -1 | undefined
  readonly default?: DecimalInput | undefined
  readonly percent?: DecimalInput | undefined
  readonly of?: string | undefined
  readonly fixed?: DecimalInput | undefined
}

/** A side that is left out adds up its amounts. */
export interface SumInput {
  readonly source?: readonly (TermInput | undefined)[] | undefined
  readonly target?: readonly (TermInput | undefined)[] | undefined
  readonly tolerance?: DecimalInput | ToleranceInput | undefined
  readonly sign?: (typeof signModes)[number] | undefined
}

export interface FilterInput {
  readonly field: string
  readonly op: (typeof filterOps)[number]
  readonly value?: FilterValue | readonly FilterValue[] | undefined
}

export interface WhereInput {
  readonly source?: readonly (FilterInput | undefined)[] | undefined
  readonly target?: readonly (FilterInput | undefined)[] | undefined
}

export type FilterValue = string | number | boolean

/** As a caller writes it; what is undefined in a list has the wrong shape, and its fault already. */
export interface RuleInput {
  readonly id?: string | undefined
  readonly name?: string | undefined
  readonly enabled?: boolean | undefined
  readonly action?: (typeof actions)[number] | undefined
  readonly cardinality?: (typeof cardinalities)[number] | undefined
  readonly where?: WhereInput | undefined
  readonly match?: readonly (CriterionInput | undefined)[] | undefined
  readonly sum?: SumInput | undefined
  readonly select?: Selection | undefined
  readonly limits?: SubsetLimitsInput | undefined
  readonly assign?: (typeof assignModes)[number] | undefined
  readonly ambiguous?: (typeof ambiguityModes)[number] | undefined
  readonly confidence?: Confidence | undefined
  readonly variance?: (typeof variances)[number] | undefined
  readonly ignoreAmount?: boolean | undefined
  readonly crossCurrency?: boolean | undefined
}

/** The two forms of a rule set. Of an element of the wrong shape the others are still checked: a caller hears of all at once. */
export type RuleSetInput =
  | { readonly form: 'criteria'; readonly criteria: readonly (CriterionInput | undefined)[] }
  | { readonly form: 'rules'; readonly rules: readonly (RuleInput | undefined)[] }

/** One fault of a rule set: `pointer` is an RFC 6901 JSON Pointer into the rules array, such as `/0/match/1/tolerance`. */
export interface RuleFault {
  readonly pointer: string
  readonly code: string
  readonly detail: string
}
