/** What became of a record that is in scope. */
export const pieceStates = ['open', 'held', 'matched', 'netted'] as const
export type PieceState = (typeof pieceStates)[number]

/** What a run in pieces knows of a record beside its line. */
export interface PieceMark {
  /**
   * The record's line in its dataset, from 0. What a match leaves open of a record is numbered as the record, and the
   * count of the side's records more.
   */
  readonly number: number
  /** The position of the rule that left the record; -1 for a record of the dataset. No rule up to it sees the record. */
  readonly bornAt: number
  /** What the record counts in bytes where that is not its line: a rest counts as its origin. 0 for a record of the dataset. */
  readonly byteCount: number
  readonly state: PieceState
  /** The id of the match or netting that holds the record; empty where none does. */
  readonly claim: string
}
