/** What a page takes of the modules that it shares with the command line. */

export { createLaneHasher } from '../../../functions/platform/sha256/lane-hasher.ts'
export { verifySignature } from '../../../functions/platform/verify-signature.ts'
export { breaksCsvOf, workbookOfRun } from '../../../functions/report/workbook-of-run.ts'
export { recogniseEvidence } from '../../../functions/verify/evidence-file.ts'
export { openPack } from '../../../functions/verify/pack-file.ts'
export { readPastedTrust } from '../../../functions/verify/pasted-trust.ts'
export { checkTimeStamp } from '../../../functions/verify/time-stamp-check.ts'
export { readCertificates } from '../../../functions/verify/trusted-certificates.ts'
export { verdictOf, verifyEvidence } from '../../../functions/verify/verify-evidence.ts'
export { verifyPack } from '../../../functions/verify/verify-pack.ts'
export { openProof, verifyProof } from '../../../functions/verify/verify-proof.ts'
export { writeWorkbook } from '../../../functions/workbook/workbook.ts'
