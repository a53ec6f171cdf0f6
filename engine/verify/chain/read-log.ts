import { toBase64 } from '../../base/base64.ts'
import type { Sha256 } from '../../base/hasher.ts'
import { type Parsed, parsed, refused } from '../../base/parsed.ts'
import {
  type Checkpoint,
  type OpenedCheckpoint,
  openCheckpoint,
  parseCheckpoint,
  type VerifySignature,
} from '../../log/checkpoint.ts'
import { type KeyPeriod, openKeyPeriods } from '../../log/key-period.ts'
import type { Receipt } from '../../log/receipt.ts'
import { parseReceipt } from '../../log/receipt.ts'
import { parseNote } from '../../log/signed-note.ts'
import { isRawKey, isTextOfKey, parseVkey, type VerifierKey } from '../../log/verifier-key.ts'
import { rootOfInclusion } from '../../merkle/proofs.ts'
import { hashOfLine } from '../../merkle/tree.ts'
import type { ChainPlatform, LogInput, StoredReceipt } from './chain-input.ts'

/**
 * The parsed receipt, checkpoint and keys of a run. Signatures are verified; the values are not compared with each
 * other yet.
 */
export interface ReadLog {
  readonly keys: Parsed<readonly VerifierKey[]>
  readonly opened: Parsed<OpenedCheckpoint>
  /** Undefined in forms of evidence that have no key periods. */
  readonly periods: Parsed<readonly KeyPeriod[]> | undefined
  /** The checkpoint, even where its signatures do not hold; undefined where the note cannot be read. */
  readonly checkpoint: Checkpoint | undefined
  readonly receipt: ReadReceipt
  /** The leaf hash from which the inclusion proof leads to the signed root; undefined where there is none. */
  readonly proven: string | undefined
}

interface ReadReceipt {
  readonly leaf: string
  readonly parsed: Parsed<Receipt>
}

export async function readLog(platform: ChainPlatform, input: LogInput): Promise<ReadLog> {
  const { sha256, verify } = platform
  const keys = readKeys(sha256, input)
  const opened = await openLogCheckpoint(verify, input, keys)
  const receipt = readReceipt(sha256, input.receipt)
  const proven = opened.ok
    ? leavesIn(input, receipt, opened.value.checkpoint).find(
        (leaf) => rootOfInclusion(sha256, leaf, input.inclusion) === opened.value.checkpoint.root,
      )
    : undefined
  const periods = input.periods && (await openKeyPeriods(platform, input.periods))
  return { keys, opened, periods, checkpoint: checkpointIn(input.checkpoint), receipt, proven }
}

export type SignedNote = Pick<LogInput, 'checkpoint' | 'keys' | 'trusted'>

/** The keys of the log, and the trusted ones that have a name. */
export function readKeys(
  sha256: Sha256,
  { keys: own, trusted = [] }: Omit<SignedNote, 'checkpoint'>,
): Parsed<readonly VerifierKey[]> {
  // A trusted key without a name only marks one of the log's own keys, so just the named ones are added.
  const named = trusted.filter((text) => !isRawKey(text))
  const keys: VerifierKey[] = []
  for (const text of [...own, ...named]) {
    const key = parseVkey(sha256, text)
    if (!key.ok) return key
    keys.push(key.value)
  }
  return parsed(keys)
}

/** Refuses a checkpoint that no trusted key has signed, where some are trusted. */
export async function openLogCheckpoint(
  verify: VerifySignature,
  { checkpoint, trusted }: Omit<SignedNote, 'keys'>,
  keys: Parsed<readonly VerifierKey[]>,
): Promise<Parsed<OpenedCheckpoint>> {
  if (checkpoint === null) return refused('The checkpoint is missing')
  if (!keys.ok) return keys
  const opened = await openCheckpoint({ note: checkpoint, keys: keys.value, verify })
  if (!opened.ok || trusted === undefined) return opened
  const isTrusted = opened.value.signedBy.some((key) => trusted.some((text) => isTextOfKey(key, text)))
  return isTrusted ? opened : refused(`The checkpoint is signed by ${namesOf(opened.value)}, wanted a trusted key`)
}

const namesOf = ({ signedBy }: OpenedCheckpoint): string =>
  signedBy.map(({ publicKey, keyId }) => `${toBase64(publicKey)} (key id ${keyId})`).join(' and ')

export function readReceipt(sha256: Sha256, stored: StoredReceipt | null): ReadReceipt {
  if (stored === null) return { leaf: '', parsed: refused('The receipt is missing') }
  return { leaf: hashOfLine(sha256, stored.line), parsed: parseReceipt(stored.line) }
}

/**
 * Leaf hashes that may be the sealed one, in case the receipt's line was changed: the hash of the line, the stored
 * hash, and the first two hashes of the consistency proof, since the receipt is the last leaf of the tree. In a tree of
 * one leaf it is the root.
 */
function leavesIn(input: LogInput, { leaf }: ReadReceipt, { size, root }: Checkpoint): readonly string[] {
  const stored = input.receipt?.leafHash
  return [
    leaf,
    ...(stored === undefined ? [] : [stored]),
    ...input.consistency.hashes.slice(0, 2),
    ...(size === 1 ? [root] : []),
  ]
}

/** The checkpoint in a note, even where its signatures do not hold. */
export function checkpointIn(note: string | null): Checkpoint | undefined {
  const read = note === null ? undefined : parseNote(note)
  const checkpoint = read?.ok ? parseCheckpoint(read.value.text) : undefined
  return checkpoint?.ok ? checkpoint.value : undefined
}
