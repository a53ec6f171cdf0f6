import { fromBase64 } from '../../base/base64.ts'
import type { Sha256 } from '../../base/hasher.ts'
import type { Receipt } from '../../log/receipt.ts'
import { isKeyName } from '../../log/signed-note.ts'
import { formatVkey, isRawKey, verifierKeyOf } from '../../log/verifier-key.ts'
import type { ChainPlatform, Verdict } from '../chain/chain.ts'
import { checkpointIn, type ReadLog, readLog } from '../chain/log-checks.ts'
import { checkConsistency, checkInclusion, checkSignature } from '../chain/proof-checks.ts'
import { lineFault, sealedReceipt } from '../chain/receipt-check.ts'
import { fails, holds, isJudged, notJudged } from '../chain/verdict.ts'
import { checkIds, checkLeaf, checkRecords } from './check-line.ts'
import { type AbsentLink, type LineCheckName, type LineProof, type LineReport, lineCheckNames } from './line-proof.ts'

/**
 * Recomputes the way of one line and its records up to the signed checkpoint, and says for each link whether it holds,
 * and which links of a run no single proof can show. Never throws for anything that was read. O(bytes of the proof).
 *
 * | Changed | Check |
 * |---|---|
 * | a record, its id, number, hash or proof; the root of its dataset beside the receipt | `sourceRecords`, `targetRecords` |
 * | the line, its id, hash or proof; the result root beside the receipt | `resultLine` |
 * | which records are shown | `recordIds` |
 * | the receipt, its hash, the run's id | `receiptHash` |
 * | the proof of the receipt in the log | `logInclusion`, `logConsistency` |
 * | the checkpoint, a key | `checkpointSignature` |
 *
 * A check that builds on a broken link is not judged and counts as passed: the report has failed. Not proven is the
 * count of lines of a dataset, and with it the number of a record's line: the first line of the result binds it.
 */
export async function verifyLineProof(platform: ChainPlatform, given: LineProof): Promise<LineReport> {
  const proof = { ...given, keys: [...given.keys, ...trustedKeys(platform.sha256, given)] }
  const log = await readLog(platform, proof)
  const verdicts = await verdictsOf(platform, proof, log)
  const checks = lineCheckNames.flatMap((name) => {
    const verdict = verdicts[name]
    return verdict === undefined ? [] : [{ name, ...verdict }]
  })
  const firstFailure = checks.find(({ passed }) => !passed)?.name ?? null
  return { verified: firstFailure === null, checks, firstFailure, absent: absentIn(proof) }
}

type Verdicts = { readonly [name in LineCheckName]?: Verdict }

async function verdictsOf(platform: ChainPlatform, proof: LineProof, log: ReadLog): Promise<Verdicts> {
  const { sha256 } = platform
  const isAnswer = proof.form === 'answer'
  const sealed = sealedReceipt(proof, log)
  const logInclusion = checkInclusion(sha256, proof, { log, receipt: sealed })
  // Nothing stands beside the receipt of a tlog-proof: its way to the root is all that tells it from another.
  const receipt = isAnswer || (logInclusion.passed && isJudged(logInclusion)) ? sealed : undefined
  const consistency = { log, inclusion: logInclusion, receipt }
  return {
    ...lineVerdicts(sha256, proof, receipt),
    receiptHash:
      isAnswer || receipt
        ? checkReceipt(proof, log)
        : notJudged('whether this is the receipt in the log is not known.'),
    logInclusion,
    ...(isAnswer && { logConsistency: await checkConsistency(platform, proof, consistency) }),
    checkpointSignature: keyFault(proof) ?? checkSignature(proof, log, receipt),
  }
}

function lineVerdicts(sha256: Sha256, proof: LineProof, receipt: Receipt | undefined): Verdicts {
  const { leaf } = proof
  if (leaf === undefined) return {}
  const read = { proof, receipt }
  const sourceRecords = checkRecords(sha256, read, 'source')
  const targetRecords = checkRecords(sha256, read, 'target')
  const resultLine = checkLeaf(sha256, read, leaf)
  const isSealed = [sourceRecords, targetRecords, resultLine].every((each) => each.passed && isJudged(each))
  return { sourceRecords, targetRecords, resultLine, recordIds: checkIds(leaf, proof.records, isSealed) }
}

/** `receiptHash`: the receipt's line has the hash that is in the log, and is of the run that the proof names. */
function checkReceipt(proof: LineProof, log: ReadLog): Verdict {
  const { leaf, parsed } = log.receipt
  const fault = lineFault(proof, log)
  if (fault !== undefined) return fault
  if (!parsed.ok) return fails({ expected: null, actual: null }, `${parsed.detail}.`)
  const { run } = parsed.value
  return run === proof.runId
    ? holds(leaf, 'The receipt has this leaf hash, and is that of the run.')
    : fails({ expected: run, actual: proof.runId }, 'The receipt is of another run than the proof says.')
}

/** A key's text holds its name and id, which stand beside it once more. */
function keyFault({ keys, keyNames }: LineProof): Verdict | undefined {
  const at = keyNames.findIndex(({ name, keyId }, index) => !keys[index]?.startsWith(`${name}+${keyId}+`))
  const named = keyNames[at]
  if (named === undefined) return undefined
  const { name, keyId } = named
  return fails(
    { expected: keys[at] ?? null, actual: `${name}+${keyId}` },
    'The name or id beside a key is not its own.',
  )
}

/** A raw key that is trusted, under the name of the log: a tlog-proof brings no key that could have it. */
function trustedKeys(sha256: Sha256, { form, checkpoint, trusted = [] }: LineProof): readonly string[] {
  const origin = checkpointIn(checkpoint)?.origin
  if (form === 'answer' || origin === undefined || !isKeyName(origin)) return []
  return trusted.filter(isRawKey).flatMap((text) => {
    const publicKey = fromBase64(text)
    return publicKey === undefined ? [] : [formatVkey(verifierKeyOf(sha256, origin, publicKey))]
  })
}

function absentIn({ form, leaf, records }: LineProof): readonly AbsentLink[] {
  const isOfRecords = records.source.length + records.target.length > 0
  return [
    ...(leaf === undefined ? [absent.resultLine] : []),
    ...(isOfRecords ? [absent.lineNumber] : []),
    absent.policyHash,
    absent.completeness,
    absent.previousReceipt,
    ...(form === 'answer' ? [] : [absent.logConsistency]),
  ]
}

const absent = {
  resultLine: { name: 'resultLine', detail: 'This is the proof of the receipt alone.' },
  lineNumber: {
    name: 'lineNumber',
    detail: 'The records are in their datasets, in which line only the pack shows.',
  },
  policyHash: {
    name: 'policyHash',
    detail: 'The receipt names the rules by their hash; that they lead to this line the pack shows, with --replay.',
  },
  completeness: {
    name: 'completeness',
    detail: 'That each record is in exactly one line, and that the totals add up, only the pack shows.',
  },
  previousReceipt: { name: 'previousReceipt', detail: 'The receipt before is in the pack.' },
  logConsistency: {
    name: 'logConsistency',
    detail: 'How the log follows from that before the receipt is in the JSON of the proof, and in the pack.',
  },
}
