export { type Anchor, formatAnchor, headCountMax } from './anchor/anchor.ts'
export { type AnchorReport, verifyAnchor } from './anchor/verify-anchor.ts'
export { type ArtifactPart, readArtifact, type StoredChunk } from './chain/artifact-reader.ts'
export type { ChainInput, DatasetClaims, SealedRun } from './chain/chain-input.ts'
export { reasonOf, type Standing, standingOf } from './chain/verdict.ts'
export type { AbsentLink, LineCheck, LineProof } from './line/line-proof.ts'
export { parseLineProof } from './line/parse-line-proof.ts'
export { verifyLineProof } from './line/verify-line-proof.ts'
export {
  formatKeyPeriods,
  formatKeys,
  formatProofs,
  formatReceipts,
  packFileNames,
  packFileNamesAnchored,
} from './pack/pack-files.ts'
export { formatManifest, splitRun } from './pack/pack-manifest.ts'
export { packReadme } from './pack/pack-readme.ts'
export { readPack } from './pack/read-pack.ts'
export { formatPeriodLog, type PeriodLog, periodLogFileNames, readPeriodLog } from './period/period-log.ts'
export { signedByLog } from './period/signed-by-log.ts'
export { verifyPeriod } from './period/verify-period.ts'
export { type ChainCheck, type ChainReport, chainCheckNames, verifyProofChain } from './verify-proof-chain.ts'
