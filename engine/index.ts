export {
  type DatasetChunk,
  type DatasetSummary,
  type DatasetWarning,
  type DatasetWarningCode,
  recordByteCountMax,
} from './adapters/dataset-writer.ts'
export { encodingLabels } from './adapters/encoding.ts'
export { type RowFault, rowFaultCountMax } from './adapters/fault.ts'
export {
  type Intake,
  type IntakeEnd,
  type IntakeOptions,
  type JsonIntakeOptions,
  openIntake,
  openJsonIntake,
} from './adapters/intake.ts'
export { columnNamesOf } from './adapters/kinds.ts'
export type { MappedColumn, Mapping } from './adapters/mapping.ts'
export type { TakenColumns } from './adapters/taken-columns.ts'
export type { Pass } from './match/run-state.ts'
export { fromBase64, toBase64 } from './proof/base64.ts'
export { compareUtf8, fromHex, fromUtf8, joinBytes, toHex, utf8 } from './proof/bytes.ts'
export { canonicalize, type JsonValue } from './proof/canonical.ts'
export {
  type ArtifactDigest,
  type ArtifactPart,
  readArtifact,
  type StoredChunk,
} from './proof/chain/artifact-reader.ts'
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
} from './proof/chain/chain.ts'
export { isJudged, reasonOf } from './proof/chain/verdict.ts'
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
} from './proof/checkpoint.ts'
export { createFrontier, type Frontier } from './proof/frontier.ts'
export type { Sha256 } from './proof/hasher.ts'
export { type AbsentLink, type LineCheck, type LineProof, lineCheckNames } from './proof/line/line-proof.ts'
export { parseLineProof } from './proof/line/read-line-proof.ts'
export { verifyLineProof } from './proof/line/verify-line.ts'
export { lineByteCountMax } from './proof/line-splitter.ts'
export { emptyRoot, leafHash, nodeHash } from './proof/merkle.ts'
export {
  type ConsistencyProof,
  type InclusionProof,
  verifyConsistency,
  verifyInclusion,
} from './proof/merkle-proof.ts'
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
} from './proof/pack.ts'
export { packReadme } from './proof/pack-readme.ts'
export type { Parsed } from './proof/parsed.ts'
export {
  type CollectedProofs,
  createProofCollector,
  type ProofCollector,
} from './proof/proof-collector.ts'
export { proveLines } from './proof/prove-lines.ts'
export { type PackFiles, type ReadPack, readPack } from './proof/read-pack.ts'
export {
  appendReceipt,
  emptyLog,
  type LogState,
  type Receipt,
  type ReceiptFields,
  type SealedReceipt,
} from './proof/receipt.ts'
export { parseReceipt } from './proof/receipt-line.ts'
export {
  formatNote,
  isKeyName,
  noteSignatureCountMax,
  parseNote,
  type SignedNote,
} from './proof/signed-note.ts'
export { formatTlogProof, parseTlogProof, type TlogProof } from './proof/tlog-proof.ts'
export { formatVkey, isRawKey, keyIdOf, parseVkey, type VerifierKey, verifierKeyOf } from './proof/verifier-key.ts'
export { verifyProofChain } from './proof/verify.ts'
export {
  canonicalRules,
  type Outcome,
  policyHash,
  type ReconciledRun,
  type ReconcileInput,
  reconcile,
  reconcileRun,
} from './reconcile.ts'
export { absentDay } from './record/columns.ts'
export { isCurrencyCode, noCurrency } from './record/currency.ts'
export { dayNumber, formatDate, parseDate } from './record/date.ts'
export {
  addDecimals,
  type Decimal,
  formatDecimal,
  parseDecimal,
  subtractDecimals,
} from './record/decimal.ts'
export { lineOfMember, parseJson } from './record/json.ts'
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
  type Confidence,
  confidences,
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
export { defaultPolicy } from './rules/default-policy.ts'
export { nearestName } from './rules/nearest-name.ts'
export type { Plan } from './rules/plan.ts'
export {
  actions,
  ambiguityModes,
  assignModes,
  type Criterion,
  type CriterionInput,
  cardinalities,
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
} from './rules/rule.ts'
export { selections, subsetBounds } from './rules/subset.ts'
export { compareResults, differenceCountMax, type ResultDifference } from './trust/difference.ts'
export { executionGraph, type GraphInput } from './trust/graph.ts'
export { type ExecutionGraph, graphNodeTypes, graphRelations } from './trust/graph-draft.ts'
export { formatGraphviz } from './trust/graphviz.ts'
export { findImpact, type ImpactInput, leaveOneOutRecordCountMax, type PolicyImpact } from './trust/impact.ts'
export { impactCountMax } from './trust/impact-without.ts'
export { artifactForms, traceLineage } from './trust/lineage.ts'
export { type Lineage, type LineageInput, lineageKinds, traceCountMax } from './trust/lineage-answer.ts'
export { lineRelations } from './trust/lineage-forward.ts'
export { formatMermaid } from './trust/mermaid.ts'
export type { ArtifactParts } from './trust/result-parts.ts'
export { engineVersion } from './version.ts'
