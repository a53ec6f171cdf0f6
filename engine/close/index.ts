export { ageBuckets, sumByAge } from './ageing.ts'
export {
  addDataset,
  addPart,
  type BegunPeriod,
  beginAfter,
  beginFirst,
  beginNext,
  beginPeriod,
  type FirstPeriod,
  keepMapping,
  periodManifest,
} from './begin-period.ts'
export { countedOf } from './counted-lines.ts'
export type { Amounts } from './currency-sums.ts'
export { askedKinds, type DecisionLine, decisionKinds, formatDecision, parseDecision } from './decision.ts'
export { type EarlierLine, findRepeatable, isComparedFrom, readEarlier } from './earlier-lines.ts'
export { foldFiles, foldInSlices, groupOf } from './fold-files.ts'
export { type DecisionStatus, decisionStates, lapseReasons } from './fold-state.ts'
export { type FoldedPeriod, isOpenState, type PeriodItem } from './folded-period.ts'
export { type InstructionLine, parseInstruction } from './instruction.ts'
export { itemStates } from './item.ts'
export { ItemLimitError, requireItems } from './item-limit.ts'
export { compareNames, type ItemName, keyOfItem } from './item-name.ts'
export { differenceOfItems, sumsOfItems } from './item-sums.ts'
export { journalOf } from './journal.ts'
export { formatKept, holdsNamed } from './kept-lines.ts'
export { statusesOfMade } from './made-decisions.ts'
export { type NextOpening, nextOpening, openingLines } from './next-opening.ts'
export { formatOpening, nameOfOpening, type OpeningItem, openStates, parseOpeningItem } from './opening.ts'
export {
  distinctStatements,
  formatBalances,
  noBalances,
  type PeriodBalances,
  parseBalances,
  type SideStatement,
  sideStatementOf,
  statedBalances,
  type TypedBalance,
} from './period-balances.ts'
export { type Calendar, calendars, dayAfter, dayBefore, periodNamed, periodOf, unitOf } from './period-calendar.ts'
export { formatLines, type PeriodFiles, parseLines, periodFileNames, type ShortFiles } from './period-files.ts'
export { formatPeriodManifest, type PeriodManifest } from './period-manifest.ts'
export { noLines } from './period-result.ts'
export type { PeriodSigning } from './period-signing.ts'
export { type ProvenPeriod, provePeriod, rootOfState, type StateFiles, stateOf, stateOfFiles } from './period-state.ts'
export type { Period } from './period-terms.ts'
export { proofRowKinds, proofTable } from './proof-table.ts'
export {
  formatNote,
  parseAside,
  parseOpening,
  type ReadPeriod,
  readingOf,
  readingOfKept,
  readPeriod,
} from './read-period.ts'
export { isLongFile, type LongFileName, type Reading } from './reading.ts'
export { shownPeriod } from './reconcile-period.ts'
export { statementFaultCodes } from './roll-forward.ts'
export { countedParts } from './run-period.ts'
export {
  areSame,
  type SettledPeriod,
  type Settling,
  settleInSlices,
  settlePeriod,
  settling,
} from './settle-period.ts'
export { type PeriodSide, readParts } from './side-parts.ts'
export { signFaults } from './sign-faults.ts'
export { decisionsFault, signedByKeys } from './signed-by-keys.ts'
export {
  actOf,
  editionOf,
  formatSigned,
  isReopening,
  type ReopeningLine,
  type SignedLine,
  type SignoffLine,
  signedBytes,
  submittersOf,
  type Unsigned,
} from './signoff.ts'
export {
  balanceFaults,
  hasWorkedOn,
  isChanging,
  type SubmissionFault,
  submissionFaultCodes,
  submissionFaults,
} from './signoff-faults.ts'
export { rowsLeftOut } from './wanted-lines.ts'
