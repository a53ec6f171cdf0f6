import { timestampOf } from '@tallystick/audit/base/timestamp'
import { verifySignature } from '@tallystick/audit/base/verify-signature'
import { fromUtf8, toBase64 } from '@tallystick/engine/base'
import { type Checkpoint, checkpointInNote, formatVkey, openCheckpoint, type VerifierKey } from '@tallystick/engine/log'
import type { ServedLog } from '../log/log-at.ts'
import { UnreachableError } from '../log/log-files.ts'
import { verifierKeysOf } from '../log/verifier-keys.ts'
import { type Looking, lookAtGrowth, type Watch } from './look-at-growth.ts'
import type { MonitorState } from './monitor-state.ts'
import type { Entry } from './watched-kind.ts'

export type Look =
  | {
      readonly end: 'fits'
      readonly state: MonitorState
      readonly summary: string
    }
  | {
      readonly end: 'unknown'
      readonly reason: string
      /** The state to keep, with the time since when entries cannot be read. */
      readonly state: MonitorState
    }
  | Misfit

export interface Misfit {
  readonly end: 'forked'
  readonly reason: string
  /** The signed note that the log shows now; undefined where it shows none. */
  readonly note: string | undefined
  readonly entries: readonly Entry[]
}

/**
 * Checks the newest checkpoint of a log: a known key signed it, the log continues the one in the kept checkpoint, and
 * the new entries follow one another. Throws `UnreachableError`.
 */
export async function lookAtLog(log: ServedLog, kept: MonitorState | undefined, watch: Watch): Promise<Look> {
  const looking = { ...watch, log, kept }
  const bytes = await log.read('checkpoint')
  if (bytes === undefined) return lookAtNothing(looking)
  const note = textIn(bytes)
  const misfit = (reason: string, entries: readonly Entry[] = []): Misfit => ({ end: 'forked', reason, note, entries })
  const keptFault = kept && (await keptNoteFault(kept))
  if (keptFault !== undefined) return misfit(keptFault)
  const opened = await openNewest(looking, note)
  if (typeof opened === 'string') return misfit(opened)
  const { checkpoint, signers } = opened
  const growth = await lookAtGrowth(looking, checkpoint)
  if (growth.fault !== undefined) return misfit(growth.fault, growth.entries)
  const unread = unreadOf(looking, growth.entryCount, checkpoint)
  const late = unread === null ? undefined : lateFault(growth.entryCount, unread, watch.now)
  if (late !== undefined) return misfit(late)
  if (growth.unreachable !== undefined) {
    if (kept === undefined) throw new UnreachableError(growth.unreachable)
    return { end: 'unknown', reason: growth.unreachable, state: { ...kept, unread } }
  }
  const { entryCount, memory } = growth
  const added = signers.filter((key) => !kept?.keys.includes(formatVkey(key)))
  const keys = [...(kept?.keys ?? []), ...added.map(formatVkey)]
  const grownAt = kept?.checkpoint.size === checkpoint.size ? kept.grownAt : watch.now
  const state = { note, checkpoint, keys, entryCount, memory, grownAt, unread }
  const isNew = watch.trusted.length === 0 && added.length > 0
  return { end: 'fits', state, summary: `${summaryOf(looking, state)}${isNew ? addedKeysText(added) : ''}` }
}

function lookAtNothing({ log: { place }, kept }: Looking): Misfit {
  if (kept === undefined)
    throw new UnreachableError(`There is no checkpoint at ${place}: no run is sealed yet, or it is no log`)
  const reason = `The log shows no checkpoint any more, and one of size ${kept.checkpoint.size} is kept.`
  return { end: 'forked', reason, note: undefined, entries: [] }
}

async function keptNoteFault({ note, keys, checkpoint }: MonitorState): Promise<string | undefined> {
  const opened = await openCheckpoint({ note, keys: verifierKeysOf(keys, checkpoint.origin), verify: verifySignature })
  return opened.ok ? undefined : `The kept checkpoint was changed: no kept key signed it. ${opened.detail}`
}

/** The checkpoint that the log shows now and the keys that signed it, or a sentence about what does not fit. */
async function openNewest(
  { log, kept, trusted, origin: wanted }: Looking,
  note: string,
): Promise<{ readonly checkpoint: Checkpoint; readonly signers: readonly VerifierKey[] } | string> {
  const claimed = checkpointInNote(note)
  if (!claimed.ok) return `The checkpoint cannot be read. ${claimed.detail}`
  const { origin } = claimed.value
  if (kept !== undefined && origin !== kept.checkpoint.origin)
    return `The log is ${origin}, and ${kept.checkpoint.origin} is kept.`
  if (wanted !== undefined && origin !== wanted) return `The log is ${origin}, wanted ${wanted}.`
  const known = trusted.length > 0 ? trusted : (kept?.keys ?? (await log.keys()))
  if (known.length === 0) throw new UnreachableError('The address lists no key of the log, wanted one as --key')
  const opened = await openCheckpoint({ note, keys: verifierKeysOf(known, origin), verify: verifySignature })
  if (!opened.ok) return `No known key signed the checkpoint. ${opened.detail}`
  const { checkpoint, signedBy } = opened.value
  return { checkpoint, signers: trusted.length > 0 ? signedBy : await signersOf(log, note, origin) }
}

/** How long signed entries may stay unreadable before it counts as a fault: a service publishes them within minutes. */
const unreadMillisecondsMax = 3_600_000

function unreadOf({ kept, now }: Looking, entryCount: number, { size }: Checkpoint): MonitorState['unread'] {
  if (entryCount === size) return null
  const before = kept?.unread ?? null
  return before !== null && entryCount < before.size ? before : { size, since: now }
}

const lateFault = (entryCount: number, { since }: { since: number }, now: number): string | undefined =>
  now - since < unreadMillisecondsMax
    ? undefined
    : `The entries of the log from ${entryCount} on cannot be read, and were signed by ${timestampOf(since)}.`

function summaryOf({ kept, kind }: Looking, { checkpoint, entryCount }: MonitorState): string {
  const { origin, size } = checkpoint
  const grown =
    kept === undefined
      ? `size ${size}, seen for the first time`
      : size === kept.checkpoint.size
        ? `size ${size} as before`
        : `size ${size} begins with size ${kept.checkpoint.size}`
  const chain =
    entryCount === size
      ? `its ${kind.entries} follow one another`
      : `${size - entryCount} ${kind.entries} cannot be read yet`
  return `fits: ${origin}: ${grown}, ${chain}`
}

/**
 * The keys listed at the address that signed the note. One of them may be new: while keys are exchanged, the old key
 * signs beside the new one and so vouches for it.
 */
async function signersOf(log: ServedLog, note: string, origin: string): Promise<readonly VerifierKey[]> {
  const keys = verifierKeysOf(await log.keys(), origin)
  const opened = await openCheckpoint({ note, keys, verify: verifySignature })
  return opened.ok ? opened.value.signedBy : []
}

const addedKeysText = (keys: readonly VerifierKey[]): string =>
  `; remembers ${keys.map(({ keyId, publicKey }) => `the key ${toBase64(publicKey)} (id ${keyId})`).join(' and ')}, which the address lists: compare`

function textIn(bytes: Uint8Array): string {
  try {
    return fromUtf8(bytes)
  } catch {
    return ''
  }
}
