import type { ReportRow } from '@tallystick/audit/report/report-row'
import type { BySide } from '@tallystick/engine/record'
import type { View } from '@tallystick/schema/result'

export interface LineQuery {
  readonly view: View
  /**
   * Searched in any case: at the beginning of a line's id, and in its records' id, reference, description,
   * counterparty, amount and date.
   */
  readonly text: string
  readonly reasons: readonly string[]
  readonly causes: readonly string[]
  readonly rules: readonly string[]
  readonly confidences: readonly string[]
  readonly currency: string
  /** Bounds of the amount without its sign, as decimals; empty for no bound. */
  readonly amountMin: string
  readonly amountMax: string
  readonly sort: SortKey
  readonly isDescending: boolean
}

export const sortKeys = ['line', 'amount', 'date', 'age', 'reason', 'rule', 'confidence'] as const
export type SortKey = (typeof sortKeys)[number]

/** Shows all lines in the order of the result. */
export const plainQuery = (view: View): LineQuery => ({
  view,
  text: '',
  reasons: [],
  causes: [],
  rules: [],
  confidences: [],
  currency: '',
  amountMin: '',
  amountMax: '',
  sort: 'line',
  isDescending: false,
})

export const withoutFilter = ({ view, sort, isDescending }: LineQuery): LineQuery => ({
  ...plainQuery(view),
  sort,
  isDescending,
})

export interface ShownLine {
  /** The position of the line in its whole view, from 0, whatever the filter hides. */
  readonly position: number
  /** The index of the line among all lines of the result, for its proof. */
  readonly leaf: number
  /**
   * Rows of the report: the first has the line's figures, the others have further records. In a table only the first
   * row is given.
   */
  readonly rows: readonly ReportRow[]
  readonly recordCounts: BySide<number>
  /** The amount of the line without its sign; null without an amount. */
  readonly amount: string | null
  /** The currency of the amount; `XXX` for none. */
  readonly currency: string
  readonly ageDays: number | null
}

export interface LinePage {
  /** `count` lines pass the filter, of `countAll` in the view. */
  readonly count: number
  readonly countAll: number
  readonly lines: readonly ShownLine[]
}
