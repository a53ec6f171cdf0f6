import type { ReportRow } from '@tallystick/audit/report/report-row'
import type { BySide } from '@tallystick/engine/record'
import type { BreakLine } from '@tallystick/engine/result'
import type { View } from '@tallystick/schema/result'

/** Amounts by currency, as decimals. */
export type Amounts = { readonly [currency: string]: string }

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
  /** Whether breaks stand together by cause or reason. */
  readonly isGrouped: boolean
  /** The keys of the groups whose lines are listed; null for all groups. */
  readonly openGroups: readonly string[] | null
}

export const sortKeys = ['line', 'amount', 'date', 'age', 'reason', 'rule', 'confidence'] as const
export type SortKey = (typeof sortKeys)[number]

/** Shows all lines from the oldest to the newest, breaks by cause. */
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
  sort: 'date',
  isDescending: false,
  isGrouped: view === 'breaks',
  openGroups: null,
})

/** All lines in the order of the result, as the command line writes them. */
export const resultOrderQuery = (view: View): LineQuery => ({ ...plainQuery(view), sort: 'line', isGrouped: false })

export const withoutFilter = ({ view, sort, isDescending, isGrouped, openGroups }: LineQuery): LineQuery => ({
  ...plainQuery(view),
  sort,
  isDescending,
  isGrouped,
  openGroups,
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
  /** Where the first record of the line begins in its file; null for a record that is in no file. */
  readonly fileLine: number | null
  /** What the records of each side add up to, with its sign; null without one amount. */
  readonly sums: BySide<{ readonly amount: string; readonly currency: string } | null>
}

/** Breaks with the same cause, or else with the same reason and likely mistake. */
export interface GroupName {
  readonly key: string
  readonly reason: BreakLine['reason']
  readonly hint: BreakLine['hint'] | null
  readonly cause: NonNullable<BreakLine['cause']> | null
}

export interface LineGroup extends GroupName {
  /** The lines of the group that pass the filter. */
  readonly count: number
  readonly isOpen: boolean
  /** By currency, what the records of each side add up to, with its sign. */
  readonly sums: BySide<Amounts>
  /** By currency, the differences of its breaks, without their signs; empty where only one side has records. */
  readonly differences: Amounts
}

export interface LinePage {
  /** The lines that are listed: those that pass the filter, without those of closed groups. */
  readonly count: number
  readonly passingCount: number
  readonly countAll: number
  /** In the order of the list; only of a page that begins with the first line, and empty without groups. */
  readonly groups: readonly LineGroup[]
  readonly lines: readonly ShownLine[]
}

/** A side of a run. */
export interface SideOverview {
  readonly name: string
  readonly recordCount: number
  readonly root: string
  /** Lines of its file that became no record; 0 where the file is not here. */
  readonly leftOutCount: number
}
