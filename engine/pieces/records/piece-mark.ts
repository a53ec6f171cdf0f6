export const pieceStates = ['open', 'held', 'matched', 'netted'] as const
export type PieceState = (typeof pieceStates)[number]

export interface PieceMark {
  /**
   * The record's line in its dataset, from 0. A residual has the number of its origin plus the number of records of the
   * side.
   */
  readonly number: number
  /** The position of the rule that left the residual. Only later rules see it. -1 for a record of the dataset. */
  readonly bornAt: number
  /**
   * For a residual, the size of its origin's line, which counts against the limit of a block. 0 for a record of the
   * dataset: its own line counts.
   */
  readonly byteCount: number
  readonly state: PieceState
  readonly claim: string
}
