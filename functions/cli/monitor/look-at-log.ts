import {
  type Checkpoint,
  checkpointInNote,
  formatVkey,
  fromUtf8,
  openCheckpoint,
  openTileTree,
  TileError,
  type TileTree,
  toBase64,
  type VerifierKey,
} from '@tallystick/engine'
import { verifySignature } from '../../platform/verify-signature.ts'
import { compareLogs, compareRoots } from '../log/compare-logs.ts'
import type { ServedLog } from '../log/log-at.ts'
import { UnreachableError } from '../log/log-files.ts'
import { verifierKeysOf } from '../log/verifier-keys.ts'
import { sha256 } from '../sha256.ts'
import { checkEntries } from './check-entries.ts'
import type { MonitorState } from './monitor-state.ts'

/** What one look at a log finds. */
export type Look =
  | {
      readonly fits: true
      /** The state to keep from now on. */
      readonly state: MonitorState
      /** A line of text. */
      readonly summary: string
    }
  | {
      readonly fits: false
      readonly reason: string
      /** The note that the log shows now; undefined where it shows none. */
      readonly note: string | undefined
    }

/**
 * Looks at the newest checkpoint of a log: whether a known key signed it, whether its log begins with that of the kept
 * one, and whether its new entries are receipts that follow one another. Throws `UnreachableError`.
 */
export async function lookAtLog(
  log: ServedLog,
  kept: MonitorState | undefined,
  trusted: readonly string[],
): Promise<Look> {
  const bytes = await log.read('checkpoint')
  if (bytes === undefined) return lookAtNothing(log, kept)
  const note = textIn(bytes)
  const misfit = (reason: string): Look => ({ fits: false, reason, note })
  const claimed = checkpointInNote(note)
  if (!claimed.ok) return misfit(`The checkpoint cannot be read. ${claimed.detail}`)
  const { origin } = kept?.checkpoint ?? claimed.value
  if (claimed.value.origin !== origin) return misfit(`The log is ${claimed.value.origin}, and ${origin} is kept.`)
  const known = trusted.length > 0 ? trusted : (kept?.keys ?? (await log.keys()))
  if (known.length === 0) throw new UnreachableError('The address lists no key of the log, wanted one as --key')
  const opened = await openCheckpoint({ note, keys: verifierKeysOf(known, origin), verify: verifySignature })
  if (!opened.ok) return misfit(`No known key signed the checkpoint. ${opened.detail}`)
  const { checkpoint } = opened.value
  const growth = await lookAtGrowth(log, kept, checkpoint)
  if (typeof growth === 'string') return misfit(growth)
  const signers = trusted.length > 0 ? opened.value.signedBy : await signersOf(log, note, origin)
  const knownBefore = kept?.keys ?? []
  const added = signers.filter((key) => !knownBefore.includes(formatVkey(key)))
  const keys = [...knownBefore, ...added.map(formatVkey)]
  const state = { note, checkpoint, keys, entryCount: growth.entryCount }
  const isNew = trusted.length === 0 && added.length > 0
  return { fits: true, state, summary: `${summaryOf(kept, state)}${isNew ? addedKeysText(added) : ''}` }
}

function lookAtNothing({ place }: ServedLog, kept: MonitorState | undefined): Look {
  if (kept === undefined)
    throw new UnreachableError(`There is no checkpoint at ${place}: no run is sealed yet, or it is no log`)
  return {
    fits: false,
    reason: `The log shows no checkpoint any more, and one of size ${kept.checkpoint.size} is kept.`,
    note: undefined,
  }
}

/** How many entries have been looked at; or what does not fit, in a sentence. */
async function lookAtGrowth(
  log: ServedLog,
  kept: MonitorState | undefined,
  checkpoint: Checkpoint,
): Promise<{ readonly entryCount: number } | string> {
  if (kept !== undefined && checkpoint.size < kept.checkpoint.size)
    return `The log has size ${checkpoint.size}, and had size ${kept.checkpoint.size} before.`
  if (kept !== undefined && checkpoint.size === kept.checkpoint.size) {
    const { verdict, detail } = compareRoots(kept.checkpoint, checkpoint)
    if (verdict !== 'begins') return detail
  }
  const from = kept?.entryCount ?? 0
  if (from === checkpoint.size) return { entryCount: from }
  try {
    const tree = await treeOf(log, kept, checkpoint)
    if (typeof tree === 'string') return tree
    if (tree === undefined) return { entryCount: from }
    const { entryCount, fault } = await checkEntries(tree, log, { from, origin: checkpoint.origin })
    return fault === undefined ? { entryCount } : `${fault}.`
  } catch (error) {
    if (!(error instanceof TileError)) throw error
    if (error.fault === 'wrong') return `The tiles are not those of the signed log. ${error.message}.`
    // A service publishes tiles with the next run: until then only the entries stay unread.
    return { entryCount: from }
  }
}

/**
 * The tiles of the log; undefined where they are not there and a proof stands in. What does not fit, in a sentence. Throws
 * `UnreachableError` and a TileError.
 */
async function treeOf(
  log: ServedLog,
  kept: MonitorState | undefined,
  checkpoint: Checkpoint,
): Promise<TileTree | string | undefined> {
  if (kept === undefined || kept.checkpoint.size === checkpoint.size) return openTileTree(sha256, checkpoint, log.read)
  const { verdict, detail, tree } = await compareLogs(kept.checkpoint, checkpoint, log)
  if (verdict === 'unknown') throw new UnreachableError(detail)
  return verdict === 'begins' ? tree : detail
}

function summaryOf(kept: MonitorState | undefined, { checkpoint, entryCount }: MonitorState): string {
  const { origin, size } = checkpoint
  const grown =
    kept === undefined
      ? `size ${size}, seen for the first time`
      : size === kept.checkpoint.size
        ? `size ${size} as before`
        : `size ${size} begins with size ${kept.checkpoint.size}`
  const chain =
    entryCount === size ? 'its receipts follow one another' : `${size - entryCount} receipts cannot be read yet`
  return `fits: ${origin}: ${grown}, ${chain}`
}

/**
 * The keys listed at the address that signed the note. Beside a known key another one may be new: while keys rotate, the
 * old key vouches for the new one.
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
