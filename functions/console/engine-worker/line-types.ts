import type { ReportRow } from '@tallystick/audit/report/report-row'
import type { BySide } from '@tallystick/engine/record'
import type { View } from '@tallystick/schema/result'

export interface LineQuery {
  readonly view: View
  /** In any text of the line’s records, or in its ids; in any case. */
  readonly text: string
  readonly reasons: readonly string[]
  readonly rules: readonly string[]
  readonly confidences: readonly string[]
  readonly currency: string
  /** Bounds of the amount without its sign, as decimals; empty for none. */
  readonly amountMin: string
  readonly amountMax: string
  readonly sort: SortKey
  readonly isDescending: boolean
}

export const sortKeys = ['line', 'amount', 'date', 'age', 'reason', 'rule', 'confidence'] as const
export type SortKey = (typeof sortKeys)[number]

/** No filter, and the order of the result. */
export const plainQuery = (view: View): LineQuery => ({
  view,
  text: '',
  reasons: [],
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
  /** Its position in the view, from 0, whatever is filtered. */
  readonly position: number
  /** Its index among all lines of the result, for its proof. */
  readonly leaf: number
  /**
   * Rows of the report: the first has the line's figures, the others more of its records. A page has only the first.
   */
  readonly rows: readonly ReportRow[]
  readonly recordCounts: BySide<number>
  /** The amount of the line without its sign; null without an amount. */
  readonly amount: string | null
  /** Of the amount; `XXX` without one. */
  readonly currency: string
  readonly ageDays: number | null
}

export interface LinePage {
  /** Lines that pass the filter, and all of the view. */
  readonly count: number
  readonly countAll: number
  readonly lines: readonly ShownLine[]
}
