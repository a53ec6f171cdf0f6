export const pieceStates = ['open', 'held', 'matched', 'netted'] as const
export type PieceState = (typeof pieceStates)[number]

export interface PieceMark {
  /**
   * The record's line in its dataset, from 0. A residual has the number of its origin plus the number of records of the
   * side.
   */
  readonly number: number
  /** The position of the rule that left the residual, which only later rules see; -1 for a record of the dataset. */
  readonly bornAt: number
  /**
   * The bytes that count for a residual: those of its origin's line. 0 for a record of the dataset, whose own line
   * counts.
   */
  readonly byteCount: number
  readonly state: PieceState
  readonly claim: string
}
