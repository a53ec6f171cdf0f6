/** The public surface of the engine, layer by layer. */

// Bytes, exact decimals, dates and canonical JSON.

export * from './base/index.ts'

// Merkle trees (RFC 6962) and their proofs (RFC 9162).

export { createFrontier, createRangeTree, type FrontierState, type LeafRange, rootOfLines } from './merkle/frontier.ts'
export { createLineLeaves, createLineTree } from './merkle/line-tree.ts'
export { createProofCollector } from './merkle/proof-collector.ts'
export { type ConsistencyProof, verifyConsistency, verifyInclusion } from './merkle/proofs.ts'
export { type LineAt, proveLines } from './merkle/prove-lines.ts'
export { emptyRoot, hashOfLine, leafHash } from './merkle/tree.ts'

// The signed log of receipts, in C2SP formats.

export { formatAddCheckpoint, formatTreeSize, parseTreeSizeLine, treeSizeAnswer } from './log/add-checkpoint.ts'
export {
  type Checkpoint,
  checkpointInNote,
  openCheckpoint,
  originOf,
  signCheckpoint,
  type VerifySignature,
} from './log/checkpoint.ts'
export {
  type CosignerKey,
  cosign,
  cosignerKeyOf,
  formatCosignerKey,
  openCosignatures,
  parseCosignerKey,
} from './log/cosignature.ts'
export { appendDeletion, type DeletedKind, type Deletion } from './log/deletion.ts'
export { proveGrowth } from './log/growth-proof.ts'
export { createHeadChains, type HeadChains, type HeadFault } from './log/head-chains.ts'
export {
  formatHead,
  growthFault,
  type IndexHead,
  indexOriginOf,
  indexOriginOfLog,
  logNameOf,
  type PlacedHead,
  parseHead,
  placeHead,
} from './log/index-head.ts'
export { isInPeriod, type KeyPeriod, openKeyPeriods, signKeyPeriod } from './log/key-period.ts'
export { isDeletion, type LogEntry, parseLogEntry } from './log/log-entry.ts'
export {
  appendReceipt,
  appendReceiptLine,
  emptyLog,
  type LogState,
  noReceipt,
  parseReceipt,
  type Receipt,
  type ReceiptFields,
  type ReceivedFile,
  type SealedReceipt,
} from './log/receipt.ts'
export { formatNote, isKeyName, parseNote, type SignedNote } from './log/signed-note.ts'
export { type CertificateId, issuerSerialIn, parseSigningCertificate } from './log/signing-certificate.ts'
export { cutFile } from './log/tiles/cut-file.ts'
export { formatEntries, parseEntries } from './log/tiles/entry-bundle.ts'
export {
  hashByteCount,
  type Tile,
  type TileBytes,
  tileAt,
  tilesFilled,
  tilesOfGrowth,
  tileWidth,
} from './log/tiles/tile.ts'
export { createTileBuilder, type TileBuilder, type TileEdge } from './log/tiles/tile-builder.ts'
export { checkpointPath, entriesPath, parseTilePath, pathOf, type TileName, tilePath } from './log/tiles/tile-path.ts'
export { openTileTree, type ReadTile, readEdge, TileError, type TileTree } from './log/tiles/tile-tree.ts'
export { formatTimeStampRequest, parseTimeStampResponse, type TimeStamp, timeStampQueryType } from './log/time-stamp.ts'
export { parseTlogPolicy, type TlogPolicy } from './log/tlog-policy.ts'
export { formatTlogProof, parseTlogProof } from './log/tlog-proof.ts'
export { formatVkey, isRawKey, keyIdOf, parseVkey, type VerifierKey, verifierKeyOf } from './log/verifier-key.ts'
export { type WitnessDecision, type WitnessedTree, witnessCheckpoint } from './log/witness.ts'

// The canonical record, and records as columns.

export type { AttributeChoice } from './record/column-builders.ts'
export { absentDay } from './record/columns.ts'
export { proveRecords } from './record/prove-records.ts'
export { type CanonicalRecord, canonicalFields, dateFields, decimalFields, textFields } from './record/record.ts'
export { knownIdOf, originIdsOf } from './record/residual-id.ts'
export type { Table } from './record/table.ts'
export { createTableBuilder } from './record/table-builder.ts'

// Files of any format, read into canonical records.

export * from './intake/index.ts'

// The rule language, and how rules are compiled.

export { canonicalPolicy, canonicalRules, policyHash, readPolicy, rulesInPolicy } from './rules/canonical-policy.ts'
export { compileRules } from './rules/compile.ts'
export { type CompiledPolicy, policyIds } from './rules/compiled-policy.ts'
export { type ComparedCriterion, comparedCriteria } from './rules/criteria/compared-criteria.ts'
export { defaultPolicy } from './rules/default-policy.ts'
export * from './rules/language.ts'
export {
  calendarYearFaults,
  type DatedPolicy,
  type Period,
  periodOfTable,
  writtenDatedPolicy,
} from './rules/reference/calendar-years.ts'
export { type PolicyTemplate, policyTemplates } from './rules/templates/policy-templates.ts'
export { describeCriterion } from './rules/words/describe-criterion.ts'
export { describePolicy, describeRule, type RuleWords } from './rules/words/describe-rule.ts'

// The lines of a result.

export { countKey, type ResultChunk } from './result/artifact.ts'
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
  type ResultLine,
  type ResultView,
  resultViews,
  type TotalsLine,
} from './result/line.ts'
export { idOfLine, isNamedKind } from './result/line-id.ts'
export type { RunSummary } from './result/summary.ts'

// A run: both sides and the rules in, a result out.

export { WorkLimitError } from './match/work.ts'
export {
  type ReconciledRun,
  type ReconcileInput,
  type ReconcileResult,
  reconcile,
  reconcileInSlices,
  reconcileRun,
} from './reconcile.ts'

// A run in pieces, each of which fits where the run does not.

export * from './pieces/index.ts'

// What an auditor recomputes: the chain of a run, the proof of a line, the evidence pack.

export { type Anchor, formatAnchor, headCountMax, parseAnchor } from './verify/anchor/anchor.ts'
export { type AnchorReport, verifyAnchor } from './verify/anchor/verify-anchor.ts'
export { type ArtifactPart, readArtifact, type StoredChunk } from './verify/chain/artifact-reader.ts'
export type { ChainInput, DatasetClaims, SealedRun } from './verify/chain/chain-input.ts'
export { isJudged, reasonOf, type Standing, standingOf } from './verify/chain/verdict.ts'
export { type AbsentLink, type LineCheck, type LineProof, lineCheckNames } from './verify/line/line-proof.ts'
export { parseLineProof } from './verify/line/parse-line-proof.ts'
export { verifyLineProof } from './verify/line/verify-line-proof.ts'
export {
  formatKeyPeriods,
  formatKeys,
  formatProofs,
  formatReceipts,
  type PackFileName,
  packFileNames,
  packFileNamesAnchored,
} from './verify/pack/pack-files.ts'
export { formatManifest, type PackManifest, splitRun } from './verify/pack/pack-manifest.ts'
export { packReadme } from './verify/pack/pack-readme.ts'
export { readPack } from './verify/pack/read-pack.ts'
export {
  type ChainCheck,
  type ChainCheckName,
  type ChainReport,
  chainCheckNames,
  verifyProofChain,
} from './verify/verify-proof-chain.ts'

// Graph, lineage, impact and differences of finished runs.

export * from './explain/index.ts'

// Rules that two sides suggest.

export type { Proposal, ProposedRule } from './propose/proposal.ts'
export { learningRowCountMax, type ProposeInput, proposeInSlices, proposeRules } from './propose/propose-rules.ts'
