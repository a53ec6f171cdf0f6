export { fromBase64, toBase64 } from './base/base64.ts'
export { compareUtf8, fromHex, fromUtf8, joinBytes, toHex, utf8 } from './base/bytes.ts'
export { canonicalize, type JsonValue } from './base/canonical.ts'
export { isCurrencyCode, noCurrency } from './base/currency.ts'
export { dayNumber, formatDate, parseDate } from './base/date.ts'
export {
  addDecimals,
  type Decimal,
  formatDecimal,
  parseDecimal,
  subtractDecimals,
} from './base/decimal.ts'
export type { Sha256 } from './base/hasher.ts'
export { lineOfMember, parseJson } from './base/json.ts'
export { lineByteCountMax } from './base/line-splitter.ts'
export { nearestName } from './base/nearest-name.ts'
export type { Parsed } from './base/parsed.ts'
export { engineVersion } from './base/version.ts'
export { compareResults, differenceCountMax, type ResultDifference } from './explain/difference.ts'
export { executionGraph, type GraphInput } from './explain/graph.ts'
export { type ExecutionGraph, graphNodeTypes, graphRelations } from './explain/graph-draft.ts'
export { formatGraphviz } from './explain/graphviz.ts'
export { findImpact, type ImpactInput, leaveOneOutRecordCountMax, type PolicyImpact } from './explain/impact.ts'
export { impactCountMax } from './explain/impact-without.ts'
export { artifactForms, traceLineage } from './explain/lineage.ts'
export { type Lineage, type LineageInput, lineageKinds, traceCountMax } from './explain/lineage-answer.ts'
export { lineRelations } from './explain/lineage-forward.ts'
export { formatMermaid } from './explain/mermaid.ts'
export type { ArtifactParts } from './explain/result-parts.ts'
export type { DatasetWarning, DatasetWarningCode } from './intake/dataset-warning.ts'
export {
  type DatasetChunk,
  type DatasetSummary,
  recordByteCountMax,
} from './intake/dataset-writer.ts'
export { encodingLabels } from './intake/encoding.ts'
export {
  type Intake,
  type IntakeEnd,
  type IntakeOptions,
  type JsonIntakeOptions,
  openIntake,
  openJsonIntake,
} from './intake/intake.ts'
export { columnNamesOf } from './intake/kinds.ts'
export type { MappedColumn, Mapping } from './intake/mapping.ts'
export { type RowFault, rowFaultCountMax } from './intake/row-fault.ts'
export type { TakenColumns } from './intake/taken-columns.ts'
export {
  type Checkpoint,
  formatCheckpoint,
  type OpenedCheckpoint,
  openCheckpoint,
  originOf,
  parseCheckpoint,
  type Signer,
  signCheckpoint,
  type VerifySignature,
} from './log/checkpoint.ts'
export {
  appendReceipt,
  emptyLog,
  type LogState,
  type Receipt,
  type ReceiptFields,
  type SealedReceipt,
} from './log/receipt.ts'
export { parseReceipt } from './log/receipt-line.ts'
export {
  formatNote,
  isKeyName,
  noteSignatureCountMax,
  parseNote,
  type SignedNote,
} from './log/signed-note.ts'
export { formatTlogProof, parseTlogProof, type TlogProof } from './log/tlog-proof.ts'
export { formatVkey, isRawKey, keyIdOf, parseVkey, type VerifierKey, verifierKeyOf } from './log/verifier-key.ts'
export type { Pass } from './match/run-state.ts'
export { createFrontier, type Frontier } from './merkle/frontier.ts'
export {
  type CollectedProofs,
  createProofCollector,
  type ProofCollector,
} from './merkle/proof-collector.ts'
export {
  type ConsistencyProof,
  type InclusionProof,
  verifyConsistency,
  verifyInclusion,
} from './merkle/proofs.ts'
export { proveLines } from './merkle/prove-lines.ts'
export { emptyRoot, leafHash, nodeHash } from './merkle/tree.ts'
export {
  canonicalRules,
  policyHash,
  type ReconciledRun,
  type ReconcileInput,
  type ReconcileResult,
  reconcile,
  reconcileRun,
} from './reconcile.ts'
export { absentDay } from './record/columns.ts'
export {
  type Attributes,
  type AttributeValue,
  type CanonicalRecord,
  canonicalFields,
  dateFields,
  decimalFields,
  textFields,
} from './record/record.ts'
export { createTableBuilder, type Table, type TableBuilder } from './record/table.ts'
export type { ResultChunk } from './result/artifact.ts'
export {
  type BreakLine,
  type BreakReason,
  breakReasons,
  type ExcludedLine,
  type HeaderLine,
  type MatchLine,
  type ResultLine,
  type ResultView,
  resultViews,
  type SideTotal,
  type TotalsLine,
} from './result/line.ts'
export type { RunSummary } from './result/summary.ts'
export { compileRules } from './rules/compile.ts'
export type { CompiledPolicy } from './rules/compiled-policy.ts'
export { defaultPolicy } from './rules/default-policy.ts'
export {
  actions,
  ambiguityModes,
  assignModes,
  type Confidence,
  type Criterion,
  type CriterionInput,
  cardinalities,
  confidences,
  criterionCountMax,
  criterionOps,
  type Filter,
  filterOps,
  type NormalizeStep,
  nullModes,
  percentBases,
  plainSteps,
  type Rule,
  type RuleFault,
  type RuleInput,
  type RuleSetInput,
  ruleCountMax,
  type SumInput,
  signModes,
  similarityMethods,
  type Tolerance,
  variances,
  type Where,
} from './rules/language.ts'
export { selections, subsetBounds } from './rules/selection.ts'
export {
  type ArtifactDigest,
  type ArtifactPart,
  readArtifact,
  type StoredChunk,
} from './verify/chain/artifact-reader.ts'
export {
  type ChainCheck,
  type ChainCheckName,
  type ChainInput,
  type ChainPlatform,
  type ChainReport,
  chainCheckNames,
  type DatasetClaims,
  type ManifestClaims,
  type PinnedSide,
  type SealedRun,
  type StoredReceipt,
} from './verify/chain/chain.ts'
export { isJudged, reasonOf } from './verify/chain/verdict.ts'
export { type AbsentLink, type LineCheck, type LineProof, lineCheckNames } from './verify/line/line-proof.ts'
export { parseLineProof } from './verify/line/read-line-proof.ts'
export { verifyLineProof } from './verify/line/verify-line.ts'
export {
  formatKeys,
  formatManifest,
  formatProofs,
  formatReceipts,
  type PackFileName,
  type PackManifest,
  packFileNames,
  parseManifest,
  parseProofs,
  parseReceipts,
} from './verify/pack/pack.ts'
export { packReadme } from './verify/pack/pack-readme.ts'
export { type PackFiles, type ReadPack, readPack } from './verify/pack/read-pack.ts'
export { verifyProofChain } from './verify/verify-proof-chain.ts'
