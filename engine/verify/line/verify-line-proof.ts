import { at } from '../../base/at.ts'
import { fromBase64 } from '../../base/base64.ts'
import type { Sha256 } from '../../base/hasher.ts'
import type { Receipt } from '../../log/receipt.ts'
import { isKeyName } from '../../log/signed-note.ts'
import { formatVkey, isRawKey, verifierKeyOf } from '../../log/verifier-key.ts'
import type { ChainPlatform } from '../chain/chain-input.ts'
import { checkConsistency } from '../chain/consistency-check.ts'
import { readEarlierLog } from '../chain/earlier-log.ts'
import { checkInclusion, checkSignature } from '../chain/log-checks.ts'
import { checkPrevious } from '../chain/previous-check.ts'
import { checkpointIn, type ReadLog, readLog } from '../chain/read-log.ts'
import { lineFault, sealedReceipt, timeFault } from '../chain/receipt-checks.ts'
import { fails, holds, isJudged, notJudged, type Verdict } from '../chain/verdict.ts'
import { checkIds, checkLeaf, checkRecords } from './line-checks.ts'
import { type AbsentLink, type LineCheckName, type LineProof, type LineReport, lineCheckNames } from './line-proof.ts'

/**
 * Recomputes the proof of one line and its records up to the signed checkpoint. Reports whether each link holds, and
 * which links of a run the proof of a line cannot cover. Never throws because of the proof. O(bytes of the proof).
 *
 * | Changed | Check |
 * |---|---|
 * | a record, its id, number, hash or proof; the root of its dataset beside the receipt | `sourceRecords`, `targetRecords` |
 * | the line, its id, hash or proof; the result root beside the receipt | `resultLine` |
 * | which records are shown | `recordIds` |
 * | the receipt, its hash, the run's id | `receiptHash` |
 * | the receipt before, the proof of its place | `previousReceipt` |
 * | the proof of the receipt in the log | `logInclusion` |
 * | the proof from the log before, its checkpoint | `logConsistency` |
 * | the checkpoint, a key | `checkpointSignature` |
 *
 * A check that depends on a broken link passes with a detail that begins “Not judged”: the report fails because of the
 * broken link. The proof does not show how many lines a dataset has, so a record's line number is not proven: the count
 * is in the first line of the result.
 */
export async function verifyLineProof(platform: ChainPlatform, input: LineProof): Promise<LineReport> {
  const proof = { ...input, keys: [...input.keys, ...trustedKeys(platform.sha256, input)] }
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
  // A tlog-proof has no leaf hash beside the receipt: only the inclusion proof shows that the receipt is in the log.
  const receipt = isAnswer || (logInclusion.passed && isJudged(logInclusion)) ? sealed : undefined
  const earlier = await readEarlierLog(platform, proof, {
    log,
    sequence: receipt?.sequence ?? proof.inclusion.index,
  })
  return {
    ...lineVerdicts(sha256, proof, receipt),
    receiptHash:
      isAnswer || receipt
        ? checkReceipt(proof, log)
        : notJudged('whether this is the receipt in the log is not known.'),
    ...(proof.previous !== undefined && { previousReceipt: checkPrevious(sha256, proof, { receipt, earlier }) }),
    logInclusion,
    ...(isAnswer && {
      logConsistency: await checkConsistency(platform, proof, { log, inclusion: logInclusion, receipt, earlier }),
    }),
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

/**
 * The check `receiptHash`: the receipt's line has the leaf hash that is in the log, and is of the run that the proof
 * names.
 */
function checkReceipt(proof: LineProof, log: ReadLog): Verdict {
  const { leaf, parsed } = log.receipt
  const fault = lineFault(proof, log)
  if (fault !== undefined) return fault
  if (!parsed.ok) return fails({ expected: null, actual: null }, `${parsed.detail}.`)
  const { run } = parsed.value
  if (run !== proof.runId)
    return fails({ expected: run, actual: proof.runId }, 'The receipt is of another run than the proof says.')
  return timeFault(parsed.value) ?? holds(leaf, 'The receipt has this leaf hash, and is that of the run.')
}

function keyFault({ keys, keyNames }: LineProof): Verdict | undefined {
  for (const [index, { name, keyId }] of keyNames.entries()) {
    const vkey = at(keys, index)
    if (vkey.startsWith(`${name}+${keyId}+`)) continue
    return fails({ expected: vkey, actual: `${name}+${keyId}` }, 'The name or id beside a key is not its own.')
  }
  return undefined
}

/** For a tlog-proof, which contains no vkeys: the trusted keys without a name, under the name of the log. */
function trustedKeys(sha256: Sha256, { form, checkpoint, trusted = [] }: LineProof): readonly string[] {
  const origin = checkpointIn(checkpoint)?.origin
  if (form === 'answer' || origin === undefined || !isKeyName(origin)) return []
  return trusted.filter(isRawKey).flatMap((text) => {
    const publicKey = fromBase64(text)
    return publicKey === undefined ? [] : [formatVkey(verifierKeyOf(sha256, origin, publicKey))]
  })
}

function absentIn({ form, leaf, records, previous }: LineProof): readonly AbsentLink[] {
  const hasRecords = records.source.length + records.target.length > 0
  return [
    ...(leaf === undefined ? [absent.resultLine] : []),
    ...(hasRecords ? [absent.lineNumber] : []),
    absent.policyHash,
    absent.completeness,
    ...(previous === undefined ? [absent.previousReceipt] : []),
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
    detail: 'The receipt names the rules by their hash; that they lead to this line a replay of the pack shows.',
  },
  completeness: {
    name: 'completeness',
    detail: 'That each record is in exactly one line, and that the totals add up, only the pack shows.',
  },
  previousReceipt: {
    name: 'previousReceipt',
    detail: 'The receipt before is in the pack, and in the JSON of the proof.',
  },
  logConsistency: {
    name: 'logConsistency',
    detail: 'How the log follows from that before the receipt is in the JSON of the proof, and in the pack.',
  },
}
