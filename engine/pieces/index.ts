export {
  claimPiece,
  type ExcludedRecord,
  type Piece,
  type PieceRun,
  type PieceSink,
  routeRecords,
} from './claim-piece.ts'
export { endStates } from './end-states.ts'
export { appendLineEntry, compareLines, type LineEntry, type RecordLine, readLineEntry } from './line-entries.ts'
export { keysListedIn, listedKeysOf, rowsOfKeys } from './listed-keys.ts'
export { headerOfPieces, type OutcomeOfPieces, outcomeOfPieces, type WrittenPieces } from './outcome.ts'
export {
  appendPieceRecord,
  createPieceReader,
  newMark,
  type PieceMark,
  type PieceSide,
  type PieceState,
} from './piece-records.ts'
export { enabledRules, hashOfKey } from './route.ts'
export {
  type EndStates,
  findingLines,
  type SettleContext,
  type SettledBreaks,
  suggestionLines,
  surplusLines,
  takeFindings,
} from './settle-piece.ts'
export { addFacts, factsOf, noFacts, type SideFacts } from './side-facts.ts'
export { addTallies, emptyTally, type Tally } from './tally.ts'
