import type { Side } from '../../record/side.ts'
import type { Criterion, signModes } from './criterion-form.ts'
import type { Where } from './filter-form.ts'
import type { Sum } from './sum-form.ts'

/** An exclude rule has the first four members and `where` only; other rules have `match` and every default. */
export interface Rule {
  readonly id: string
  readonly name: string
  /** A rule that is not enabled is shown and hashed, but not executed. */
  readonly enabled: boolean
  readonly action: (typeof actions)[number]
  readonly cardinality?: (typeof cardinalities)[number]
  /** Set for netting: records of this side are matched with records of the same side that have the opposite sign. */
  readonly side?: Side
  readonly where?: Where
  /** Records match only when all criteria hold; no criterion makes up for another. */
  readonly match?: readonly Criterion[]
  /** The totals that have to agree; required where a side is `n`. */
  readonly sum?: Sum
  /** How an n side is chosen; absent where no side is `n`. */
  readonly select?: Selection
  /** For `select: subset` only. */
  readonly limits?: SubsetLimits
  readonly assign?: (typeof assignModes)[number]
  readonly ambiguous?: (typeof ambiguityModes)[number]
  /** The order of the distances by which candidates are ranked; `rankKinds` where absent. */
  readonly rank?: Ranking
  readonly convert?: Conversion
  /** The part of an amount that a match does not settle becomes an open record. */
  readonly residual?: 'open'
  /** The highest confidence that a match of the rule gets. */
  readonly confidence?: Confidence
  /** The label under which totals count the differences that the rule accepts. */
  readonly variance?: (typeof variances)[number]
  /** Leaves out the implied criterion on the amount; the confidence is then `low`. */
  readonly ignoreAmount?: true
  /** How signs are compared where amounts are ignored; `absolute` ignores the signs, too. */
  readonly sign?: (typeof signModes)[number]
  /** Leaves out the implied criterion on the currency; the confidence is then `low`. */
  readonly crossCurrency?: true
}

/**
 * `suggest` lists pairs and leaves their records to later rules; `exclude` takes the records of `where` out of the run.
 */
export const actions = ['match', 'suggest', 'exclude'] as const
export const cardinalities = ['1:1', '1:n', 'n:1', 'n:m'] as const
/** `group` takes all records with one key; `subset` takes some records that add up to one record of the other side. */
export const selections = ['group', 'subset'] as const
type Selection = (typeof selections)[number]
/** Which 1:1 pairs win: the closest ones, or those that give the most matches. */
export const assignModes = ['closest', 'most'] as const
/** What a tie leads to: a break, an attempt by later rules, the match with the least ids, or no suggestion. */
export const ambiguityModes = ['review', 'defer', 'best', 'drop'] as const
/** The kinds of distance between records, in the order in which they decide unless a rule says otherwise. */
export const rankKinds = ['skipped', 'amount', 'days', 'text'] as const
export type RankKind = (typeof rankKinds)[number]
/** `as-written` takes the distances in the order of the criteria in `match`. */
export type Ranking = readonly RankKind[] | 'as-written'
export const confidences = ['exact', 'high', 'medium', 'low'] as const
export type Confidence = (typeof confidences)[number]
export const variances = ['fee', 'rounding', 'fx', 'timing', 'tax', 'discount', 'other'] as const

export const ruleCountMax = 50
/** The most bytes of all rules together as JSON: one row of the database has to hold them. */
export const ruleByteCountMax = 256 * 1024
export const criterionCountMax = 12

/** Bounds, inclusive, on the records of a subset and on the records from which it is chosen. */
export const subsetBounds = {
  maxItems: { least: 2, most: 8, default: 6 },
  maxCandidates: { least: 2, most: 32, default: 24 },
} as const
export type SubsetLimits = { readonly [Name in keyof typeof subsetBounds]: number }

/** `to` is a currency code, or `source` or `target` for the currency of that record. */
export interface Conversion {
  readonly to: string
  readonly maxAgeDays: number
}
