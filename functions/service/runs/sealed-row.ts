import { verifySignature } from '@tallystick/audit/base/verify-signature'
import { openCheckpoint, parseReceipt, parseVkey, type Receipt } from '@tallystick/engine/log'
import { hashOfLine, verifyInclusion } from '@tallystick/engine/merkle'
import { textsIn } from '@tallystick/schema/json-columns'
import type { Context } from 'hono'
import { recordsAltered } from '../http/altered.ts'
import type { AppEnv } from '../http/app-env.ts'
import { vkeysOf } from '../keys/public-keys.ts'
import { tenantHashOf } from '../log/log-signer.ts'
import { sha256 } from '../platform/hasher.ts'
import type { ReceiptRow } from '../store/receipt-store.ts'
import type { CompletedRun } from './completed-run.ts'
import { sealedRunOf } from './stored-claims.ts'
import { policyHashOf } from './stored-policy.ts'

/** A run's receipt, if it is in the signed log and the run's row says the same. Throws `records_altered` if not. */
export async function requireSealedRow(c: Context<AppEnv>, run: CompletedRun, row: ReceiptRow): Promise<Receipt> {
  const receipt = parseReceipt(row.line)
  if (!receipt.ok) throw brokenRun(`The receipt: ${receipt.detail}.`)
  const faults = [...(await placeFaults(c, row, receipt.value)), ...rowFaults(run, receipt.value)]
  if (faults.length > 0) throw brokenRun(...faults)
  return receipt.value
}

/** Each of `faults` is a sentence. */
export const brokenRun = (...faults: readonly string[]) =>
  recordsAltered(
    'What is stored of this run is not what it was sealed with; verifyProofChain says which link is broken.',
    faults,
  )

async function placeFaults(c: Context<AppEnv>, row: ReceiptRow, receipt: Receipt): Promise<readonly string[]> {
  const leaf = hashOfLine(sha256, row.line)
  if (row.leafHash !== leaf || row.sequence !== receipt.sequence) return ['The receipt is another one.']
  if (row.checkpoint === null) return ['The checkpoint is missing.']
  const vkeys = await vkeysOf(c.var.isolate, c.env, row.checkpoint)
  const keys = vkeys.flatMap((vkey) => {
    const key = parseVkey(sha256, vkey)
    return key.ok ? [key.value] : []
  })
  const opened = await openCheckpoint({ note: row.checkpoint, keys, verify: verifySignature })
  if (!opened.ok) return [`The checkpoint: ${opened.detail}.`]
  const { size, root } = opened.value.checkpoint
  const proof = { index: row.sequence, size, hashes: textsIn(row.inclusion) ?? [] }
  return verifyInclusion(sha256, { leaf, root, proof }) ? [] : ['The receipt is not in the log of its checkpoint.']
}

function rowFaults(run: CompletedRun, receipt: Receipt): readonly string[] {
  const { id, engineVersion, policy, replayOf, resultRoot, sequence, createdAt, completedAt, source, target } =
    sealedRunOf(run)
  const said: readonly (readonly [what: string, inRow: unknown, inReceipt: unknown])[] = [
    ['run', id, receipt.run],
    ['tenant', tenantHashOf(run.tenantId), receipt.tenant],
    ['engine', engineVersion, receipt.engine],
    ['policy hash', policy.hash, receipt.policy],
    ['hash of the rules', policyHashOf(run), receipt.policy],
    ['origin of the replay', replayOf, receipt.replayOf],
    ['result root', resultRoot, receipt.result],
    ['sequence', sequence, receipt.sequence],
    ['time of creation', createdAt, receipt.createdAt],
    ['time of completion', completedAt, receipt.completedAt],
    ['source root', source.root, receipt.source],
    ['target root', target.root, receipt.target],
    ['actor', run.createdBy, receipt.actor],
    ['period', run.period?.id, receipt.period],
    ['root of instructions', run.period?.instructions ?? undefined, receipt.instructions],
  ]
  return said
    .filter(([, inRow, inReceipt]) => inRow !== inReceipt)
    .map(([what, inRow, inReceipt]) => `The run says the ${what} ${inRow}, and its receipt ${inReceipt}.`)
}
