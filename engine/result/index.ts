export { runWarningCodes } from './absent-fields.ts'
export { type ArtifactState, countKey, createArtifactWriter, type ResultChunk, type ResultTree } from './artifact.ts'
export type { NamedRecord } from './break-lines.ts'
export { type CauseKind, causeKinds } from './causes.ts'
export { type DecidedLine, decisionRule } from './decided-line.ts'
export { nearestStepCountMax } from './finding-break.ts'
export { partKinds, type SidePart, wholeOf } from './header-side.ts'
export {
  type BreakLine,
  type BreakReason,
  breakHints,
  breakReasons,
  type ExcludedLine,
  failureCodes,
  type HeaderLine,
  idsOfSide,
  type MatchLine,
  type NettedLine,
  type PartOf,
  type ResultLine,
  type ResultView,
  resultViews,
  type TotalsLine,
} from './line.ts'
export { idOfLine, isNamedKind } from './line-id.ts'
export { type MatchesAside, matchesAside, writeMatchesAside } from './matches-aside.ts'
export { outcomeOf, type RunOutcome } from './outcome.ts'
export { headerLine } from './result-writer.ts'
export { hasFewMatches, type RunSummary } from './summary.ts'
