import { toBase64 } from '../../base/base64.ts'
import type { PeriodSigning } from '../../close/period-signing.ts'
import type { OpenedCheckpoint } from '../../log/checkpoint.ts'
import { isInPeriod, openKeyPeriods } from '../../log/key-period.ts'
import { isReceipt } from '../../log/log-entry.ts'
import type { SignoffEntry } from '../../log/period-entries.ts'
import { verifyInclusion } from '../../merkle/proofs.ts'
import { hashOfLine } from '../../merkle/tree.ts'
import type { ChainPlatform } from '../chain/chain-input.ts'
import { openLogCheckpoint, readKeys } from '../chain/read-log.ts'
import { approvedInLog } from './approved-in-log.ts'
import { isStep, type PeriodLog, type PlacedEntry } from './period-log.ts'

export interface SignedByLog extends PeriodSigning {
  /** Undefined where the period was not approved, or a signature does not hold. */
  readonly approval: SignoffEntry | undefined
}

interface LogTrust {
  /** Where only some keys are trusted, one of these must have signed: a vkey, or the base64 of a key of the log. */
  readonly trusted?: readonly string[]
  readonly origin?: string
}

/** Who signed a period: the log of a service, in its entries about the period. */
export async function signedByLog(platform: ChainPlatform, log: PeriodLog, trust: LogTrust): Promise<SignedByLog> {
  const fault = (await signatureFault(platform, log, trust)) ?? orderFault(log)
  const steps = log.entries.filter(isStep)
  const [submission, approval] = steps.slice(-2)
  const isApproved = fault === undefined && approval?.entry.act === 'approve'
  const last = steps.at(-1)?.entry.act
  return {
    fault,
    isSubmitted: last === 'submit' || last === 'approve',
    approval: isApproved ? approval.entry : undefined,
    approved:
      isApproved && submission !== undefined
        ? approvedInLog(platform.sha256, { entries: log.entries, steps, submission, approval })
        : undefined,
    details: {
      signatures: 'The log’s key signed the checkpoint, and each entry about the period is in its tree.',
      decisions: 'Each decision is in the batch of its own member or key, and no note is missing.',
      approval: 'Somebody else, who decided nothing, approved what was submitted, by the word of the service.',
    },
  }
}

async function signatureFault(
  platform: ChainPlatform,
  log: PeriodLog,
  { trusted, origin }: LogTrust,
): Promise<string | undefined> {
  const signed = { checkpoint: log.checkpoint, keys: log.keys, ...(trusted && { trusted }) }
  const opened = await openLogCheckpoint(platform.verify, signed, readKeys(platform.sha256, signed))
  if (!opened.ok) return `${opened.detail}.`
  const { checkpoint, signedBy } = opened.value
  if (origin !== undefined && origin !== checkpoint.origin)
    return `The checkpoint is of another log, ${checkpoint.origin}.`
  const periods = await openKeyPeriods(platform, log.periods)
  if (!periods.ok) return `${periods.detail}.`
  const last = log.entries.at(-1)?.entry
  const keys = signedBy.map(({ publicKey }) => toBase64(publicKey))
  if (last !== undefined && !isInPeriod(periods.value, keys, last.completedAt))
    return 'The last entry was completed when no key that signed it was in use.'
  return inclusionFault(platform, log, opened.value)
}

/** Each entry is in the tree at its sequence, and the last entry is its last leaf. */
function inclusionFault(
  { sha256 }: ChainPlatform,
  { entries, proofs }: PeriodLog,
  { checkpoint: { origin, size, root } }: OpenedCheckpoint,
): string | undefined {
  if (proofs.length !== entries.length) return 'There is not one proof for each entry.'
  for (const [index, { line, entry }] of entries.entries()) {
    const proof = proofs[index]
    const isPlaced = proof?.index === entry.sequence && proof.size === size
    if (!isPlaced || !verifyInclusion(sha256, { leaf: hashOfLine(sha256, line), root, proof }))
      return `The entry ${entry.sequence} is not in the tree of the checkpoint.`
    if (!origin.endsWith(`/${entry.tenant}`)) return 'An entry is of another tenant’s log.'
  }
  return entries.at(-1)?.entry.sequence === size - 1 ? undefined : 'The checkpoint is not that of the last entry.'
}

/** The entries of one period in the order of the log, with one receipt. */
function orderFault({ entries }: PeriodLog): string | undefined {
  const all = entries.map(({ entry }) => entry)
  const isAfter = (entry: PlacedEntry['entry'], index: number): boolean => {
    const before = all[index - 1]
    return before === undefined || (before.sequence < entry.sequence && before.completedAt <= entry.completedAt)
  }
  if (!all.every(isAfter)) return 'The entries are in another order than in the log.'
  if (all.some(({ createdAt, completedAt }) => createdAt > completedAt))
    return 'An entry was completed before it was created.'
  if (new Set(all.map(({ period }) => period)).size > 1) return 'The entries are of more than one period.'
  if (all.filter(isReceipt).length !== 1) return 'The entries have not the receipt of one run.'
  const acts = all.filter((entry) => !isReceipt(entry)).map((entry) => ('act' in entry ? entry.act : 'decide'))
  return actsInOrder.test(acts.map((act) => `${act} `).join(''))
    ? undefined
    : 'The entries are not decisions, submissions and their rejection or approval, in this order.'
}

/** A submission is rejected or approved, and what was approved is reopened, before anything else is decided. */
const actsInOrder = /^(decide )*(submit (reject |approve reopen )(decide )*)*(submit (approve )?)?$/
