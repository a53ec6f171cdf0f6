/**
 * Rows that are no records, as a mapping names them: `{ "column": "Date", "blank": true }`, `{ "column": "Status",
 * "equals": "Pending" }`, `{ "starts": "Total" }`, `{ "repeatedHeader": true }`. A row is left out that any of them fits.
 */
export interface SkipCondition {
  /** The column that is looked at; without it, the first cell of the row that holds something. */
  readonly column?: string | undefined
  readonly blank?: true | undefined
  /** What the cell begins with. Case, and white space around the cell, do not count. */
  readonly starts?: string | undefined
  /** What the cell is, likewise. */
  readonly equals?: string | undefined
  /** The row is the header once more. */
  readonly repeatedHeader?: true | undefined
}

/** Conditions of one mapping at most. */
export const skipConditionCountMax = 20
