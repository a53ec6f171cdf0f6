export { formatAddCheckpoint, formatTreeSize, parseTreeSizeLine, treeSizeAnswer } from './add-checkpoint.ts'
export {
  type Checkpoint,
  checkpointInNote,
  openCheckpoint,
  originOf,
  signCheckpoint,
  type VerifySignature,
} from './checkpoint.ts'
export {
  type CosignerKey,
  cosign,
  cosignerKeyOf,
  formatCosignerKey,
  openCosignatures,
  parseCosignerKey,
} from './cosignature.ts'
export { appendDeletion, type DeletedKind, type Deletion } from './deletion.ts'
export { proveGrowth } from './growth-proof.ts'
export { createHeadChains, type HeadFault } from './head-chains.ts'
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
} from './index-head.ts'
export { isInPeriod, type KeyPeriod, openKeyPeriods, signKeyPeriod } from './key-period.ts'
export { isDeletion, isOfPeriod, isReceipt, type LogEntry, parseLogEntry } from './log-entry.ts'
export {
  appendPeriodEntry,
  type DecisionsEntry,
  type DecisionsFields,
  type Signer,
  type SignoffEntry,
  type SignoffFields,
  signoffActs,
} from './period-entries.ts'
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
} from './receipt.ts'
export { formatNote, isKeyName, parseNote, type SignedNote } from './signed-note.ts'
export { type CertificateId, issuerSerialIn, parseSigningCertificate } from './signing-certificate.ts'
export { cutFile, formatEntries, parseEntries } from './tiles/entry-bundle.ts'
export { tileAt, tilesFilled, tileWidth } from './tiles/tile.ts'
export { createTileBuilder, type TileBuilder } from './tiles/tile-builder.ts'
export { checkpointPath, entriesPath, parseTilePath, pathOf, type TileName, tilePath } from './tiles/tile-path.ts'
export { openTileTree, type ReadTile, readEdge, TileError, type TileTree } from './tiles/tile-tree.ts'
export { formatTimeStampRequest, parseTimeStampResponse, type TimeStamp, timeStampQueryType } from './time-stamp.ts'
export { parseTlogPolicy, type TlogPolicy } from './tlog-policy.ts'
export { formatTlogProof } from './tlog-proof.ts'
export { formatVkey, isRawKey, keyIdOf, parseVkey, type VerifierKey, verifierKeyOf } from './verifier-key.ts'
export { type WitnessDecision, type WitnessedTree, witnessCheckpoint } from './witness.ts'
