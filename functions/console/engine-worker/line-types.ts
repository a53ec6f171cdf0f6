import type { ReportRow } from '@tallystick/audit/report/report-row'
import type { BySide } from '@tallystick/engine/record'
import type { View } from '@tallystick/schema/result'

/** Which lines of a view are shown, in which order. */
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

/** The same order of all lines. */
export const withoutFilter = ({ view, sort, isDescending }: LineQuery): LineQuery => ({
  ...plainQuery(view),
  sort,
  isDescending,
})

/** A line of the result in a table. */
export interface ShownLine {
  /** Its place in the view, from 0, whatever is filtered. */
  readonly position: number
  /** Its index among all lines of the result, by which its proof is asked for. */
  readonly leaf: number
  /** Rows of the report: the first says what the line says, the others have more of its records. A page has the first alone. */
  readonly rows: readonly ReportRow[]
  /** How many records of each side the line is of. */
  readonly recordCounts: BySide<number>
  /** At stake, without its sign; null without an amount. */
  readonly amount: string | null
  /** Of the amount; `XXX` where it has none. */
  readonly currency: string
  readonly ageDays: number | null
}

export interface LinePage {
  /** Lines that the filter lets through, and all of the view. */
  readonly count: number
  readonly countAll: number
  readonly lines: readonly ShownLine[]
}
