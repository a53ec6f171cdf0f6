export {
  claimPiece,
  type ExcludedRecord,
  type Piece,
  type PieceRun,
  type PieceSink,
  routeRecords,
} from './claim-piece.ts'
export { endStates } from './end-states.ts'
export type { ExplainSizes, ExplainSlice } from './explain/explain-input.ts'
export { explainInPieces } from './explain/explain-run.ts'
export type { PieceStore as ExplainStore } from './explain/explain-store.ts'
export type { ExplainedBreak } from './explain/open-lines.ts'
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
export { addFacts, factsOf, noFacts, type SideFacts, wholeFactsOf } from './side-facts.ts'
export { addTallies, emptyTally, type Tally } from './tally.ts'
