/** Runs in pieces, for runs that do not fit into memory as a whole. */

export { type Coverage, createCoverage, hasBit, noneCovered, setBit } from '../result/coverage.ts'
export { type EndStates, endStates, isFree, release } from '../result/end-states.ts'
export { addPart } from '../result/part-of.ts'
export { codeOf } from '../result/search-part.ts'
export { claimPiece } from './claim-piece.ts'
export type { FiledFinding } from './filed-findings.ts'
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
  storedLinesIn,
} from './line-entries.ts'
export { createListedComponents, type ListedComponents, type ListedKey } from './listed-components.ts'
export type { ExcludedRecord, NamedLeftovers, Piece, PieceRecord, PieceRun, PieceSink } from './piece.ts'
export { figuresOfPieces } from './piece-figures.ts'
export { keysListedIn, listedKeysOf, listingSideOf, rowsByKey } from './piece-listings.ts'
export { findReasonsInPieces } from './reasons/find-reasons.ts'
export type { NumberedBreak } from './reasons/open-lines.ts'
export { type ReasonInput, type ReasonSizes, reasonSizes } from './reasons/reason-input.ts'
export { performReasonTask, type ReasonTask } from './reasons/reason-tasks.ts'
export { createCohorts } from './reasons/searchers.ts'
export { createPieceReader, type MarkedLines, type PieceSide, readMarkedLines } from './records/piece-records.ts'
export { createRecordFile, type KeptLines, type RecordFile } from './records/record-file.ts'
export { createKeyReader, enabledRules } from './route.ts'
export { routeRecords } from './route-records.ts'
export {
  findingLines,
  leftoverLines,
  listedSuggestions,
  type SetRecord,
  type SettledBreaks,
  takeFindings,
} from './settle-piece.ts'
export { addFacts, factsOf, noFacts, type SideFacts, wholeFactsOf } from './side-facts.ts'
export { addTallies, emptyTally, noCounts, type Tally } from './tally.ts'
