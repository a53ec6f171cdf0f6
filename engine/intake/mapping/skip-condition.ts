/**
 * Leaves out rows that are no records: `{ "column": "Date", "blank": true }`, `{ "column": "Status", "equals":
 * "Pending" }`, `{ "starts": "Total" }`, `{ "repeatedHeader": true }`. One condition that fits is enough.
 */
export interface SkipCondition {
  /** Without a column, the first cell of the row that is not blank. */
  readonly column?: string | undefined
  readonly blank?: true | undefined
  /** What the trimmed cell begins with, in either case. */
  readonly starts?: string | undefined
  /** What the trimmed cell is, in either case. */
  readonly equals?: string | undefined
  readonly repeatedHeader?: true | undefined
}

export const skipConditionCountMax = 20
