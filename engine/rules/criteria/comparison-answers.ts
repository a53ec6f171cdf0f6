import type { Units } from '../../record/columns.ts'
import type { BySide, Side } from '../../record/side.ts'

export type FailureCode = 'no_rate'

/** The two amounts after conversion, source first: canonical decimals in `currency`, before `sign` is applied. */
export interface Converted {
  readonly currency: string
  readonly values: readonly [string, string]
}

/** The estimated work of normalising a row's text, from its length in bytes; see `stepsOfNormalizing`. O(1). */
export interface NormalizingSteps extends BySide<(row: number) => number> {
  readonly most: number
  /** The work measured in steps of a run, see `costOfNormalizing`. O(1). */
  costOf(side: Side, row: number): number
  /** Like `costOf`, but 0 from the second time on, since each text is normalised once. */
  countCost(side: Side, row: number): number
  readonly costMost: number
}

/**
 * A range of targets. `holding: all` says that each target inside holds, `around` that the targets that hold are one
 * unbroken range around the source's value.
 */
export type Reach = { readonly from: Units; readonly to: Units; readonly holding?: 'all' | 'around' }
