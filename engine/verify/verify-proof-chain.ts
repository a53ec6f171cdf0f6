import { checkDataset, checkDeleted, checkPolicy, checkResult } from './chain/artifact-checks.ts'
import type { ChainInput, ChainPlatform } from './chain/chain-input.ts'
import { checkCompleteness } from './chain/completeness-check.ts'
import { checkConsistency } from './chain/consistency-check.ts'
import { readEarlierLog } from './chain/earlier-log.ts'
import { checkInclusion, checkSignature } from './chain/log-checks.ts'
import { checkPrevious } from './chain/previous-check.ts'
import { readDataset, readResult } from './chain/read-artifacts.ts'
import { readLog } from './chain/read-log.ts'
import { checkReceipt, sealedReceipt } from './chain/receipt-checks.ts'
import type { Verdict } from './chain/verdict.ts'

export const chainCheckNames = [
  'sourceRoot',
  'targetRoot',
  'policyHash',
  'resultRoot',
  'completeness',
  'receiptHash',
  'previousReceipt',
  'logInclusion',
  'logConsistency',
  'checkpointSignature',
] as const
export type ChainCheckName = (typeof chainCheckNames)[number]

export interface ChainCheck extends Verdict {
  readonly name: ChainCheckName
}

export interface ChainReport {
  readonly verified: boolean
  readonly checks: readonly ChainCheck[]
  readonly firstFailure: ChainCheckName | null
}

/**
 * Recomputes the proof chain of a sealed run from its stored bytes and reports whether each of ten links holds. Reads
 * each artifact once, in order. Holds the ids and amounts of both sides, not their lines. Never throws because of
 * stored values; an error of the streams passes through.
 *
 * Each stored value has one check that fails when that value alone was changed:
 *
 * | Changed | Check |
 * |---|---|
 * | a dataset's lines, chunk rows or row; the side that the run pinned | `sourceRoot`, `targetRoot` |
 * | the rules, the run's policy hash | `policyHash` |
 * | the result's lines or chunk rows, the run's result root | `resultRoot` |
 * | the run's summary; a result that leaves out a record | `completeness` |
 * | the receipt's line or leaf hash; the run's id, engine, times, replay and sequence | `receiptHash` |
 * | the receipt before, the proof of its place | `previousReceipt` |
 * | the inclusion proof; another signed checkpoint in place of the run's; the log's row, removed | `logInclusion` |
 * | the consistency proof, the checkpoint before, the log's row, the leaf hash of a later receipt | `logConsistency` |
 * | the checkpoint, a key | `checkpointSignature` |
 *
 * A check that depends on a broken link passes with a detail that begins “Not judged”: the report fails because of the
 * broken link. The detail of a check that needs deleted records begins “Not proven”. No receipt binds a run's name,
 * adapters, dataset ids, warnings, request id, time of start and policy id, so they are not proven.
 */
export async function verifyProofChain(
  platform: ChainPlatform,
  input: ChainInput,
  onCheck: (check: ChainCheck) => void = () => {},
): Promise<ChainReport> {
  const { sha256 } = platform
  const checks: ChainCheck[] = []
  const tell = (name: ChainCheckName, verdict: Verdict): Verdict => {
    const check = { name, ...verdict }
    checks.push(check)
    onCheck(check)
    return verdict
  }
  const source = await readDataset(sha256, input, 'source')
  const sourceRoot = tell('sourceRoot', checkDeleted(input, 'source') ?? checkDataset(input, source, 'source'))
  const target = await readDataset(sha256, input, 'target')
  const targetRoot = tell('targetRoot', checkDeleted(input, 'target') ?? checkDataset(input, target, 'target'))
  const artifacts = await readResult(sha256, input, { source, target })
  const policyHash = tell('policyHash', checkPolicy(input, artifacts))
  const resultRoot = tell('resultRoot', checkResult(input, artifacts))
  const log = await readLog(platform, input)
  const receipt = sealedReceipt(input, log)
  const earlier = {
    areArtifactsSealed: sourceRoot.passed && targetRoot.passed && resultRoot.passed,
    isPolicySealed: policyHash.passed,
    receipt,
  }
  tell('completeness', checkCompleteness(input, artifacts, earlier))
  tell('receiptHash', checkReceipt(input, log, artifacts))
  const earlierLog = await readEarlierLog(platform, input, {
    log,
    sequence: receipt?.sequence ?? input.inclusion.index,
  })
  tell('previousReceipt', checkPrevious(sha256, input, { receipt, earlier: earlierLog }))
  const inclusion = tell('logInclusion', checkInclusion(sha256, input, { log, receipt }))
  const consistency = { log, inclusion, receipt, earlier: earlierLog }
  tell('logConsistency', await checkConsistency(platform, input, consistency))
  tell('checkpointSignature', checkSignature(input, log, receipt))
  const firstFailure = checks.find(({ passed }) => !passed)?.name ?? null
  return { verified: firstFailure === null, checks, firstFailure }
}
