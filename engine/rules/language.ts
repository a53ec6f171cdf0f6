/**
 * The rule language: what a policy can say.
 *
 * A policy is a list of rules, executed in their order. A match rule claims pairs or groups of source and target records
 * that meet all its criteria; a claimed record is out of reach of the rules that follow.
 *
 * Every part stands here once, in its effective form: as it is executed, shown and hashed, with each default and each
 * implied criterion written out. `Written` derives what a caller may send; the names of those types end in `Input`.
 * In effective rules decimals are canonical text, and a `percent` has no percent sign.
 */

/** An exclude rule has only the first four members and `where`; the others have `match` and every default. */
export interface Rule {
  /** Unique within the policy. */
  readonly id: string
  readonly name: string
  /** A rule that is not enabled is shown and hashed, but not executed. */
  readonly enabled: boolean
  readonly action: (typeof actions)[number]
  readonly cardinality?: (typeof cardinalities)[number]
  readonly where?: Where
  /** Records match when all criteria hold: no criterion makes up for another. */
  readonly match?: readonly Criterion[]
  /** What both sides have to add up to; required of a rule with an n side. */
  readonly sum?: Sum
  /** Only of a rule with an n side. */
  readonly select?: Selection
  /** Only of a rule that selects a subset. */
  readonly limits?: SubsetLimits
  readonly assign?: (typeof assignModes)[number]
  readonly ambiguous?: (typeof ambiguityModes)[number]
  /** A cap: the evidence of a match can only lower it. */
  readonly confidence?: Confidence
  /** The label under which totals count the differences that the rule accepts. */
  readonly variance?: (typeof variances)[number]
  /** Leaves out the implied criterion on the amount, at a confidence of `low`. */
  readonly ignoreAmount?: true
  /** Leaves out the implied criterion on the currency, at a confidence of `low`. */
  readonly crossCurrency?: true
}

/** A suggestion is listed and claims nothing; an exclude rule takes the records of `where` out of the run. */
export const actions = ['match', 'suggest', 'exclude'] as const
/** Records of the source side : records of the target side. */
export const cardinalities = ['1:1', '1:n', 'n:1', 'n:m'] as const
/** An n side takes all records of a key, or some that add up to one record of the other side. */
export const selections = ['group', 'subset'] as const
export type Selection = (typeof selections)[number]
/** Of 1:1 pairs the closest win, or those that make the most matches. */
export const assignModes = ['closest', 'most'] as const
/** A tie becomes a break, or is left to later rules, or is decided by the least ids. */
export const ambiguityModes = ['review', 'defer', 'best'] as const
/** How sure a match is, the surest first. */
export const confidences = ['exact', 'high', 'medium', 'low'] as const
export type Confidence = (typeof confidences)[number]
export const variances = ['fee', 'rounding', 'fx', 'timing', 'tax', 'discount', 'other'] as const

export const ruleCountMax = 50
export const criterionCountMax = 12

/** How many records a subset has, and how many it is chosen from, at most. The bounds are inclusive. */
export const subsetBounds = {
  maxItems: { least: 2, most: 8, default: 6 },
  maxCandidates: { least: 2, most: 32, default: 24 },
} as const
export type SubsetLimits = { readonly [Name in keyof typeof subsetBounds]: number }

/** The records of a side that take part in a rule meet all filters of the side. */
export interface Where {
  readonly source?: readonly Filter[]
  readonly target?: readonly Filter[]
}

export interface Filter {
  readonly field: string
  readonly op: (typeof filterOps)[number]
  /** A list with `in` and `nin`; none with `present` and `absent`. */
  readonly value?: FilterValue | readonly FilterValue[]
}

export const filterOps = ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'present', 'absent', 'contains'] as const
export type FilterValue = string | number | boolean

/** Compares a source record with a target record: in one `field`, or in a field of each side. */
export interface Criterion {
  readonly field?: string
  readonly sourceField?: string
  readonly targetField?: string
  readonly op: (typeof criterionOps)[number]
  /** Text is an absolute bound, such as `0.05`, or a percentage of the larger amount, such as `1.5%`. */
  readonly tolerance?: Tolerance | string
  /** A number is the calendar days in either direction. */
  readonly days?: DayWindow | number
  /** What is done to both texts, in this order, before they are compared. */
  readonly normalize?: readonly NormalizeStep[]
  /** `min` goes from 0 to 1, with at most four digits after the point. */
  readonly similarity?: { readonly method: SimilarityMethod; readonly min: string }
  readonly sign?: (typeof signModes)[number]
  readonly nulls: (typeof nullModes)[number]
}

/** `near` comes with a tolerance or days, `similar` with a similarity. */
export const criterionOps = ['equals', 'near', 'similar', 'contains'] as const
/** `opposite` reverses the sign of one side, `absolute` ignores the signs. */
export const signModes = ['same', 'opposite', 'absolute'] as const
/** When a side has no value the criterion fails, or is skipped, or holds if the other side has none either. */
export const nullModes = ['fail', 'skip', 'match'] as const
export const similarityMethods = ['levenshtein', 'jaro-winkler', 'token-set', 'trigram'] as const
export type SimilarityMethod = (typeof similarityMethods)[number]

/** Bounds on target − source, or its size in either direction; inclusive. */
export type Tolerance = SignedBounds | SizeBounds
type SignedBounds = { readonly from: string; readonly to: string }
/** `combine` says whether one of two bounds has to hold, or both. */
interface SizeBounds {
  readonly absolute?: string
  readonly percent?: string
  readonly of?: (typeof percentBases)[number]
  readonly combine?: 'any' | 'all'
}
export const percentBases = ['source', 'target', 'larger', 'smaller'] as const

/** Calendar days that the target's date may lie before or after the source's. */
export type DayWindow = { readonly before: number; readonly after: number }

/** `strip` removes whole words; in the mask of `extract` # is a digit, @ a letter and ? any character. */
export type NormalizeStep = PlainStep | { readonly strip: readonly string[] } | { readonly extract: string }
export type PlainStep = (typeof plainSteps)[number]
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

/** The totals that have to agree: on each side those of all terms of its records. */
export interface Sum {
  readonly source: readonly Term[]
  readonly target: readonly Term[]
  readonly tolerance?: Tolerance | string
  readonly sign: (typeof signModes)[number]
}

/** What one record adds to the total of its side: an amount, a percentage of an amount, or a fixed amount. */
export type Term = AmountTerm | PercentTerm | FixedTerm
/** `default` stands in for an absent amount; without it a record that lacks the amount takes no part. */
type AmountTerm = { readonly field: string; readonly times: 1 | -1; readonly default?: string }
type PercentTerm = { readonly percent: string; readonly of: string }
type FixedTerm = { readonly fixed: string }

/** A part as a caller may write it: any member may be left out, and those in `Own` take more than their effective form. */
type Written<Part, Own = unknown> = {
  readonly [Name in keyof Part]?: (Name extends keyof Own ? Own[Name] : Part[Name]) | undefined
}

export type DecimalInput = string | number
type Decimals<Name extends string> = Record<Name, DecimalInput>
export type BoundsInput = Written<SignedBounds & SizeBounds, Decimals<'from' | 'to' | 'absolute' | 'percent'>>
export type ToleranceInput = DecimalInput | BoundsInput
export type CriterionInput = Written<
  Criterion,
  { tolerance: ToleranceInput; similarity: { readonly method: SimilarityMethod; readonly min: DecimalInput } }
>
/** Which members stand together decides which kind of term it is. */
export type TermInput = Written<AmountTerm & PercentTerm & FixedTerm, Decimals<'default' | 'percent' | 'fixed'>>
/** A side that is left out adds up its amounts. */
export type SumInput = Written<Sum, Record<'source' | 'target', readonly TermInput[]> & { tolerance: ToleranceInput }>
export type FilterInput = Pick<Filter, 'field' | 'op'> & Written<Filter>
export type WhereInput = Written<Where, Record<'source' | 'target', readonly FilterInput[]>>
export type RuleInput = Written<
  Rule,
  {
    where: WhereInput
    match: readonly CriterionInput[]
    sum: SumInput
    limits: Written<SubsetLimits>
    ignoreAmount: boolean
    crossCurrency: boolean
  }
>

/** The two forms of a rule set: rules, or the criteria of a single rule. */
export type RuleSetInput =
  | { readonly form: 'criteria'; readonly criteria: readonly CriterionInput[] }
  | { readonly form: 'rules'; readonly rules: readonly RuleInput[] }

/** One fault of a rule set: `pointer` is an RFC 6901 JSON Pointer into the rule set, such as `/0/match/1/tolerance`. */
export interface RuleFault {
  readonly pointer: string
  readonly code: string
  readonly detail: string
}
