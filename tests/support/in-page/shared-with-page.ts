/** What a page takes of the modules that it shares with the command line. */

export { verifySignature } from '../../../functions/audit/base/verify-signature.ts'
export { breaksCsvOf, workbookOfRun } from '../../../functions/audit/report/workbook-of-run.ts'
export { createLaneHasher } from '../../../functions/audit/sha256/lane-hasher.ts'
export { recogniseEvidence } from '../../../functions/audit/verify/evidence-file.ts'
export { openPack } from '../../../functions/audit/verify/pack-file.ts'
export { readPastedTrust } from '../../../functions/audit/verify/pasted-trust.ts'
export { checkTimeStamp } from '../../../functions/audit/verify/time-stamp-check.ts'
export { readCertificates } from '../../../functions/audit/verify/trusted-certificates.ts'
export { verdictOf, verifyEvidence } from '../../../functions/audit/verify/verify-evidence.ts'
export { verifyPack } from '../../../functions/audit/verify/verify-pack.ts'
export { openProof, verifyProof } from '../../../functions/audit/verify/verify-proof.ts'
export { writeWorkbook } from '../../../functions/audit/workbook/workbook.ts'
