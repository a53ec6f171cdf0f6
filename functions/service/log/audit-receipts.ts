import { timestampOf } from '@tallystick/audit/base/timestamp'
import {
  appendReceiptLine,
  type Deletion,
  emptyLog,
  isDeletion,
  isOfPeriod,
  type LogEntry,
  type LogState,
  noReceipt,
  parseLogEntry,
  type Receipt,
} from '@tallystick/engine/log'
import { hashOfLine } from '@tallystick/engine/merkle'
import { sha256 } from '../platform/hasher.ts'
import type { AuditedRun, ReceiptWithRun } from '../store/log-reading.ts'
import { type ReceiptRow, storedNameOf } from '../store/receipt-store.ts'
import type { Findings } from './audit-findings.ts'
import { type LogAccess, type LogSigner, tenantHashOf } from './log-signer.ts'
import { openOwnCheckpoint } from './own-checkpoint.ts'

/** Goes through the receipts and deletions of a log in order, and recomputes its tree. */
interface ReceiptAudit {
  /** Takes the next receipt. Faults of stored data are findings. Throws what the database throws. */
  readonly take: (stored: ReceiptWithRun) => Promise<void>
  /** The log of the receipts taken; undefined after a gap, since no root can be known then. */
  readonly state: () => LogState | undefined
  /** Call this after the last receipt: it lists the missing runs whose deletion did not follow. */
  readonly finish: () => void
}

export interface AuditedLog {
  readonly access: LogAccess
  readonly signer: LogSigner
  readonly tenantId: string
  readonly findings: Findings
}

/** Requires that `take` gets the receipts from the first on. */
export function auditReceipts({ access, signer, tenantId, findings }: AuditedLog): ReceiptAudit {
  const tenant = tenantHashOf(tenantId)
  let state: LogState | undefined = emptyLog(sha256)
  let next = 0
  let before: { readonly leafHash: string; readonly receipt: LogEntry | undefined } | undefined
  // Missing runs whose deletion follows according to the rows: their sequences by id.
  const gone = new Map<string, number>()

  const checkCheckpoint = async ({ sequence, checkpoint }: ReceiptRow, { size, root }: LogState): Promise<void> => {
    const fault = (detail: string) =>
      findings.fault('checkpoints', `The checkpoint of the receipt ${sequence}: ${detail}`)
    if (checkpoint === null) return fault('it is missing.')
    const opened = await openOwnCheckpoint(access, signer, checkpoint)
    if (!opened.ok) fault(`${opened.detail}.`)
    else if (opened.value.size !== size) fault(`its size is ${opened.value.size}, wanted ${size}.`)
    else if (opened.value.root !== root) fault(`its root is ${opened.value.root}, wanted ${root}.`)
  }

  return {
    async take({ receipt: stored, run, hasDeletion, hasDataset, actCount }) {
      const { sequence, line } = stored
      if (sequence !== next) {
        findings.list('gaps', { from: next, to: sequence - 1 })
        for (const check of ['proofs', 'checkpoints', 'tiles', 'head'] as const)
          findings.fault(check, `Not judged from the receipt ${next} on, which is missing.`)
        state = undefined
        before = undefined
      }
      next = sequence + 1
      const receipt = readReceipt(stored, tenant, findings)
      checkOrder({ sequence, receipt, before }, findings)
      if (state !== undefined) {
        const sealed = appendReceiptLine(sha256, state, line)
        state = sealed.log
        checkProofs(stored, sealed, findings)
        await checkCheckpoint(stored, state)
      }
      if (receipt !== undefined && isDeletion(receipt)) {
        if (receipt.what === 'run') gone.delete(receipt.id)
        if (receipt.what === 'run' ? run !== null : hasDataset === 1) findings.fault('runs', keptText(receipt))
      } else if (receipt !== undefined && isOfPeriod(receipt)) {
        const count = receipt.kind === 'tallystick/decisions@1' ? receipt.count : 1
        if (actCount !== count)
          findings.fault(
            'runs',
            `The entry ${sequence} has ${count} acts on ${receipt.period}, and ${actCount} are stored.`,
          )
      } else if (run !== null) {
        if (receipt !== undefined) checkRun(receipt, run, findings)
      } else if (hasDeletion === 1) gone.set(stored.runId, sequence)
      else findings.list('receiptsWithoutRuns', { sequence, run: stored.runId })
      before = { leafHash: hashOfLine(sha256, line), receipt }
    },
    state: () => state,
    finish() {
      for (const [run, sequence] of gone) findings.list('receiptsWithoutRuns', { sequence, run })
    },
  }
}

const keptText = ({ what, id, sequence }: Deletion): string =>
  `The ${what} ${id} was deleted, as entry ${sequence} of the log says, and is stored again.`

/** The entry in a row; undefined for a malformed line. */
function readReceipt(
  { sequence, line, leafHash, runId }: ReceiptRow,
  tenant: string,
  findings: Findings,
): LogEntry | undefined {
  const fault = (detail: string) => findings.fault('receipts', `The receipt ${sequence}: ${detail}`)
  const leaf = hashOfLine(sha256, line)
  if (leafHash !== leaf) fault(`its leaf hash is ${leaf}, and ${leafHash} is stored.`)
  const receipt = parseLogEntry(line)
  if (!receipt.ok) {
    fault(`${receipt.detail}.`)
    return undefined
  }
  if (receipt.value.sequence !== sequence) fault(`it says that its place is ${receipt.value.sequence}.`)
  const name = storedNameOf(receipt.value)
  if (name !== runId) fault(`it is of ${name}, and stored as that of ${runId}.`)
  if (receipt.value.tenant !== tenant) fault('it is of another tenant.')
  return receipt.value
}

interface Place {
  readonly sequence: number
  readonly receipt: LogEntry | undefined
  /** The receipt before this one; undefined for the first, and after a gap. */
  readonly before: { readonly leafHash: string; readonly receipt: LogEntry | undefined } | undefined
}

function checkOrder({ sequence, receipt, before }: Place, findings: Findings): void {
  const fault = (detail: string) => findings.fault('chain', `The receipt ${sequence}: ${detail}`)
  if (receipt === undefined) return
  const wanted = before?.leafHash ?? (sequence === 0 ? noReceipt : receipt.previous)
  if (receipt.previous !== wanted)
    fault(`the receipt before has the leaf hash ${wanted}, and it names ${receipt.previous}.`)
  const earliest = [receipt.createdAt, before?.receipt?.completedAt ?? receipt.createdAt]
  if (earliest.some((time) => receipt.completedAt < time))
    fault('it was completed before the run was made, or before the last.')
}

function checkProofs(
  stored: ReceiptRow,
  sealed: { readonly inclusion: readonly string[]; readonly consistency: readonly string[] },
  findings: Findings,
): void {
  for (const proof of ['inclusion', 'consistency'] as const)
    if (stored[proof] !== JSON.stringify(sealed[proof]))
      findings.fault('proofs', `The receipt ${stored.sequence}: its ${proof} proof is not the one of the tree.`)
}

function checkRun(receipt: Receipt, run: AuditedRun, findings: Findings): void {
  const pairs: readonly (readonly [name: string, stored: unknown, sealed: unknown])[] = [
    ['status', run.status, 'completed'],
    ['sequence', run.sequence, receipt.sequence],
    ['result root', run.resultRoot, receipt.result],
    ['policy hash', run.policyHash, receipt.policy],
    ['engine version', run.engineVersion, receipt.engine],
    ['original', run.replayOf, receipt.replayOf],
    ['time of creation', timeOf(run.createdAt), receipt.createdAt],
    ['time of completion', timeOf(run.completedAt), receipt.completedAt],
    ['source root', run.source.root, receipt.source],
    ['target root', run.target.root, receipt.target],
    ['actor', run.createdBy, receipt.actor],
  ]
  const wrong = pairs.filter(([, stored, sealed]) => stored !== sealed).map(([name]) => name)
  if (wrong.length > 0)
    findings.fault('runs', `The run ${receipt.run} is not as its receipt says it was: ${wrong.join(', ')}.`)
}

const latestTime = 8.64e15

/** A stored time as receipts write it; undefined for a number that is no date. */
const timeOf = (time: number | null): string | undefined =>
  time !== null && Math.abs(time) <= latestTime ? timestampOf(time) : undefined
