/** A condition on a source record and a target record: on one `field` of both, or on a field of each side. */
export interface Criterion {
  readonly field?: string
  readonly sourceField?: string
  readonly targetField?: string
  readonly op: (typeof criterionOps)[number]
  /** As a text, an absolute bound such as `0.05`, or a percentage of the larger amount such as `1.5%`. */
  readonly tolerance?: Tolerance | string
  /** As a number, calendar days in either direction. */
  readonly days?: DayWindow | number
  readonly businessDays?: DayWindow | number
  readonly calendar?: string
  /** Steps that change both texts, in this order, before the comparison. */
  readonly normalize?: readonly NormalizeStep[]
  /** `min` goes from 0 to 1, with at most four digits after the point. */
  readonly similarity?: { readonly method: SimilarityMethod; readonly min: string }
  /** For `starts` and `ends`: the least length of both texts. */
  readonly min?: number
  /** For `listed`: the form of the keys in the text that lists them. */
  readonly mask?: string
  readonly sign?: (typeof signModes)[number]
  readonly nulls: (typeof nullModes)[number]
}

/** `near` needs a tolerance, days or business days, `similar` a similarity. */
export const criterionOps = ['equals', 'near', 'similar', 'contains', 'starts', 'ends', 'listed', 'transposed'] as const
/** `opposite` reverses the sign of one side, `absolute` ignores the signs. */
export const signModes = ['same', 'opposite', 'absolute'] as const
/** When a side has no value the criterion fails, is skipped, or holds if the other side has none either. */
export const nullModes = ['fail', 'skip', 'match'] as const
export const similarityMethods = ['levenshtein', 'jaro-winkler', 'token-set', 'trigram'] as const
export type SimilarityMethod = (typeof similarityMethods)[number]

/** Bounds on target − source, with or without a sign. A difference equal to a bound is allowed. */
export type Tolerance = SignedBounds | SizeBounds
/** Each bound is an amount, such as `-0.05`, or a percentage of the larger of the two sizes, such as `-1.5%`. */
export type SignedBounds = { readonly from: string; readonly to: string }
/** `combine` says whether one of two bounds has to hold, or both. */
export interface SizeBounds {
  readonly absolute?: string
  readonly percent?: string
  readonly of?: (typeof percentBases)[number]
  readonly combine?: 'any' | 'all'
}
export const percentBases = ['source', 'target', 'larger', 'smaller'] as const

/** Days that the target's date may lie before or after the source's, or signed bounds on target − source. */
export type DayWindow =
  | { readonly before: number; readonly after: number }
  | { readonly from: number; readonly to: number }

/**
 * `strip` removes whole words, `remove` all parts that fit a mask; `before` and `after` keep what stands before or
 * after a text. In a mask # is a digit, @ a letter, * a letter or digit and ? any character.
 */
export type NormalizeStep =
  | PlainStep
  | { readonly strip: readonly string[] }
  | { readonly extract: string; readonly take?: Take | undefined }
  | { readonly before: string }
  | { readonly after: string }
  | { readonly remove: string }
  | { readonly lookup: string; readonly otherwise?: 'keep' | undefined }
/** Which of the fitting parts to keep: the first, the last, the nth counted from 1, or all, joined by a space. */
export type Take = 'first' | 'last' | 'all' | number
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
