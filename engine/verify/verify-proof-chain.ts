import { checkPolicy, checkResult, checkSide, readArtifacts } from './chain/artifact-checks.ts'
import {
  type ChainCheckName,
  type ChainInput,
  type ChainPlatform,
  type ChainReport,
  chainCheckNames,
  type Verdict,
} from './chain/chain.ts'
import { checkCompleteness } from './chain/completeness-check.ts'
import { readLog } from './chain/log-checks.ts'
import { checkConsistency, checkInclusion, checkSignature } from './chain/proof-checks.ts'
import { checkPrevious, checkReceipt, sealedReceipt } from './chain/receipt-check.ts'

/**
 * Recomputes a sealed run's chain from its stored bytes, and says for each of ten links whether it holds. Reads each
 * artifact once, in order; memory for the ids and amounts of both sides, not for lines. Never throws for anything that
 * is stored; what the streams throw passes through.
 *
 * Each stored thing has one check that names it when it alone was changed:
 *
 * | Changed | Check |
 * |---|---|
 * | a dataset's lines or chunk rows, its row, the side that the run pinned | `sourceRoot`, `targetRoot` |
 * | the rules, the run's policy hash | `policyHash` |
 * | the result's lines or chunk rows, the run's result root | `resultRoot` |
 * | the run's summary; a result that leaves out a record | `completeness` |
 * | the receipt's line or leaf hash; the run's id, engine, times, replay and sequence | `receiptHash` |
 * | the receipt before | `previousReceipt` |
 * | the inclusion proof; another checkpoint, though signed | `logInclusion` |
 * | the consistency proof, the checkpoint before, the log's row, the leaf hash of a later receipt | `logConsistency` |
 * | the checkpoint, a key | `checkpointSignature` |
 *
 * A check that builds on a broken link is not judged and counts as passed, its detail says so: the report has failed.
 * No receipt binds a run's name, adapters, dataset ids, warnings, request id, time of start and policy id; they are
 * not proven.
 */
export async function verifyProofChain(platform: ChainPlatform, input: ChainInput): Promise<ChainReport> {
  const { sha256 } = platform
  const read = await readArtifacts(sha256, input)
  const log = await readLog(platform, input)
  const receipt = sealedReceipt(input, log)
  const [sourceRoot, targetRoot] = [checkSide(input, read, 'source'), checkSide(input, read, 'target')]
  const [policyHash, resultRoot] = [checkPolicy(input, read), checkResult(input, read)]
  const artifacts = sourceRoot.passed && targetRoot.passed && resultRoot.passed
  const logInclusion = checkInclusion(sha256, input, { log, receipt })
  const verdicts: { readonly [name in ChainCheckName]: Verdict } = {
    sourceRoot,
    targetRoot,
    policyHash,
    resultRoot,
    completeness: checkCompleteness(input, read, { artifacts, policy: policyHash.passed, receipt }),
    receiptHash: checkReceipt(input, log, read),
    previousReceipt: checkPrevious(sha256, input, receipt),
    logInclusion,
    logConsistency: await checkConsistency(platform, input, { log, inclusion: logInclusion, receipt }),
    checkpointSignature: checkSignature(input, log, receipt),
  }
  const checks = chainCheckNames.map((name) => ({ name, ...verdicts[name] }))
  const firstFailure = checks.find(({ passed }) => !passed)?.name ?? null
  return { verified: firstFailure === null, checks, firstFailure }
}
