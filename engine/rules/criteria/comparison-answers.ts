import type { Units } from '../../record/columns.ts'
import type { BySide, Side } from '../../record/side.ts'

/** What some comparisons say of a pair, a value or their cost. */

/** Why two values cannot be compared: there is no rate from the currency of one into the one compared in. */
export type FailureCode = 'no_rate'

/** Two amounts in the currency that they are compared in, source and target, before `sign`: canonical decimals. */
export interface Converted {
  readonly currency: string
  readonly values: readonly [string, string]
}

/** Steps of normalising the text of a row, by its bytes. O(1). */
export interface NormalizingSteps extends BySide<(row: number) => number> {
  /** Those of all rows of both sides. */
  readonly most: number
  /** What normalising the text of a row costs in steps of a run, see `costOfNormalizing`. O(1). */
  costOf(side: Side, row: number): number
  /** The same; 0 for a text that was counted before, since each is normalised once. */
  countCost(side: Side, row: number): number
  /** The cost of all rows of both sides, at most. */
  readonly costMost: number
}

/** `holding`: all targets inside hold, or those of one stretch around the source's value; else nothing is known. */
export type Reach = { readonly from: Units; readonly to: Units; readonly holding?: 'all' | 'around' }
