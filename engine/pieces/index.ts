/** Runs in pieces, each of which fits where the run does not. */

export { claimPiece } from './claim-piece.ts'
export { endStates } from './end-states.ts'
export { type ExplainSizes, type ExplainSlice, explainSizes } from './explain/explain-input.ts'
export { explainInPieces } from './explain/explain-run.ts'
export type { PieceStore as ExplainStore } from './explain/explain-store.ts'
export type { LookedMark } from './explain/looked-records.ts'
export type { ExplainedBreak } from './explain/open-lines.ts'
export { largeBlockLines } from './large-blocks.ts'
export {
  appendLineEntry,
  compareStoredLines,
  countKeyReader,
  entryOfLine,
  type LineEntry,
  type LineNumbers,
  type StoredLine,
  storedLineAt,
} from './line-entries.ts'
export { createListedComponents, type ListedComponents, type ListedKey } from './listed-components.ts'
export { headerOfPieces, type OutcomeOfPieces, outcomeOfPieces } from './outcome.ts'
export type { ExcludedRecord, NamedSurplus, Piece, PieceRecord, PieceRun, PieceSink } from './piece.ts'
export { keysListedIn, listedKeysOf, listingSideOf, rowsByKey } from './piece-listings.ts'
export type { PieceMark } from './piece-mark.ts'
export { createPieceReader, type MarkedLines, type PieceSide, readMarkedLines } from './piece-records.ts'
export { createRecordFile, type KeptLines, type RecordFile } from './record-file.ts'
export { createKeyReader, enabledRules } from './route.ts'
export { routeRecords } from './route-records.ts'
export {
  type EndStates,
  findingLines,
  type SettledBreaks,
  suggestionLines,
  surplusLines,
  takeFindings,
} from './settle-piece.ts'
export { addFacts, factsOf, noFacts, type SideFacts, wholeFactsOf } from './side-facts.ts'
export { addTallies, emptyTally, noCounts, type Tally } from './tally.ts'
