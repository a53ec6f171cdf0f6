/**
 * Leaves out rows that are no records: `{ "column": "Date", "blank": true }`, `{ "column": "Status", "equals":
 * "Pending" }`, `{ "starts": "Total" }`, `{ "repeatedHeader": true }`. A row is left out if it meets any one condition.
 */
export interface SkipCondition {
  /** If left out, the first cell of the row that is not blank is looked at. */
  readonly column?: string | undefined
  readonly blank?: true | undefined
  /** What the trimmed cell begins with, in upper or lower case. */
  readonly starts?: string | undefined
  /** The text of the trimmed cell, in upper or lower case. */
  readonly equals?: string | undefined
  readonly repeatedHeader?: true | undefined
}

export const skipConditionCountMax = 20
