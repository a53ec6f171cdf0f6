import type { Side } from '../../record/side.ts'
import type { Criterion, signModes } from './criterion-form.ts'
import type { Where } from './filter-form.ts'
import type { Sum } from './sum-form.ts'

/** An exclude rule has only the first four members and `where`; the others have `match` and every default. */
export interface Rule {
  readonly id: string
  readonly name: string
  /** A rule that is not enabled is shown and hashed, but not executed. */
  readonly enabled: boolean
  readonly action: (typeof actions)[number]
  readonly cardinality?: (typeof cardinalities)[number]
  /** Set for netting: records of this side are matched with records of opposite sign of the same side. */
  readonly side?: Side
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
  /** Which distances decide first between candidates; absent in the order of `rankKinds`. */
  readonly rank?: Ranking
  readonly convert?: Conversion
  /** What a match leaves unsettled becomes an open record of its own. */
  readonly residual?: 'open'
  /** A cap: the evidence of a match can only lower it. */
  readonly confidence?: Confidence
  /** The label under which totals count the differences that the rule accepts. */
  readonly variance?: (typeof variances)[number]
  /** Leaves out the implied criterion on the amount, at a confidence of `low`. */
  readonly ignoreAmount?: true
  /** How the signs of ignored amounts compare; `absolute` ignores the signs, too. */
  readonly sign?: (typeof signModes)[number]
  /** Leaves out the implied criterion on the currency, at a confidence of `low`. */
  readonly crossCurrency?: true
}

/** A suggestion is listed and claims nothing; an exclude rule takes the records of `where` out of the run. */
export const actions = ['match', 'suggest', 'exclude'] as const
/** Records of the source side : records of the target side. */
export const cardinalities = ['1:1', '1:n', 'n:1', 'n:m'] as const
/** An n side takes all records of a key, or some that add up to one record of the other side. */
export const selections = ['group', 'subset'] as const
type Selection = (typeof selections)[number]
/** Of 1:1 pairs the closest win, or those that make the most matches. */
export const assignModes = ['closest', 'most'] as const
/** A tie becomes a break, is left to later rules, is decided by the least ids, or is not suggested. */
export const ambiguityModes = ['review', 'defer', 'best', 'drop'] as const
/** The kinds of distance between records, in the order in which they decide unless a rule says otherwise. */
export const rankKinds = ['skipped', 'amount', 'days', 'text'] as const
export type RankKind = (typeof rankKinds)[number]
/** `as-written` takes one distance after another in the order of `match`. */
export type Ranking = readonly RankKind[] | 'as-written'
export const confidences = ['exact', 'high', 'medium', 'low'] as const
export type Confidence = (typeof confidences)[number]
export const variances = ['fee', 'rounding', 'fx', 'timing', 'tax', 'discount', 'other'] as const

export const ruleCountMax = 50
/** Of all rules together, as JSON: one row of the database shows them. */
export const ruleByteCountMax = 256 * 1024
export const criterionCountMax = 12

/** Records of a subset, and records that it is chosen from. Inclusive. */
export const subsetBounds = {
  maxItems: { least: 2, most: 8, default: 6 },
  maxCandidates: { least: 2, most: 32, default: 24 },
} as const
export type SubsetLimits = { readonly [Name in keyof typeof subsetBounds]: number }

/** `to` is a currency code, or stands for the currency of the source or target record. */
export interface Conversion {
  readonly to: string
  readonly maxAgeDays: number
}
