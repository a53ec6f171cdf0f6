import type { Units } from '../../record/columns.ts'
import type { BySide, Side } from '../../record/side.ts'

export type FailureCode = 'no_rate'

/** Amounts of source and target in `currency`, before `sign`: canonical decimals. */
export interface Converted {
  readonly currency: string
  readonly values: readonly [string, string]
}

/** Steps of normalising the text of a row, by its bytes. O(1). */
export interface NormalizingSteps extends BySide<(row: number) => number> {
  readonly most: number
  /** Steps of a run, see `costOfNormalizing`. O(1). */
  costOf(side: Side, row: number): number
  /** 0 for a text that was counted before, since each is normalised once. */
  countCost(side: Side, row: number): number
  readonly costMost: number
}

/** `holding`: all targets inside hold, or those of one range around the source's value; else nothing is known. */
export type Reach = { readonly from: Units; readonly to: Units; readonly holding?: 'all' | 'around' }
