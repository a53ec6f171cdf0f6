import { fromBase64, toBase64 } from '../base/base64.ts'
import { fromHex, toHex, utf8 } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'
import { type Parsed, parsed, quoted, refused } from '../base/parsed.ts'
import { formatNote, parseNote, type SignedNote } from './signed-note.ts'
import { keyIdOf, type VerifierKey } from './verifier-key.ts'

/**
 * C2SP tlog-checkpoint: the size and root of a log. This service writes no extension lines and refuses them.
 *
 *     example.com/behind-the-sofa
 *     20852163
 *     CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
 */
export interface Checkpoint {
  readonly origin: string
  readonly size: number
  readonly root: string
}

/** `<log origin>/<SHA-256 hex of the tenant's id>`; `tenant` is that hash. */
export const originOf = (logOrigin: string, tenant: string): string => `${logOrigin}/${tenant}`

export const formatCheckpoint = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(fromHex(root))}\n`

/** Refuses every text that `formatCheckpoint` would not write. */
export function parseCheckpoint(text: string): Parsed<Checkpoint> {
  const read = parseAnyCheckpoint(text)
  return read.ok && formatCheckpoint(read.value) !== text ? refused('Got a checkpoint that is not three lines') : read
}

/** Reads the checkpoint of any log. Lines after the third are extensions and are skipped; an empty one is refused. */
export function parseAnyCheckpoint(text: string): Parsed<Checkpoint> {
  const [origin = '', size = '', base64 = '', ...extensions] = text.split('\n')
  if (extensions.pop() !== '' || extensions.includes(''))
    return refused('Got a checkpoint that is not lines of text, three or more')
  if (origin === '') return refused('Got a checkpoint without an origin')
  const count = parseTreeSize(size)
  if (count === undefined)
    return refused(`Got the tree size ${quoted(size)}, wanted a decimal number without leading zeros`)
  const root = fromBase64(base64)
  if (root?.length !== 32) return refused(`Got the root ${quoted(base64)}, wanted the base64 of 32 bytes`)
  return parsed({ origin, size: count, root: toHex(root) })
}

/** Reads a tree size in decimal without leading zeros; undefined for any other text, and for sizes above 2^53 - 1. */
export const parseTreeSize = (text: string): number | undefined =>
  /^(?:0|[1-9][0-9]{0,15})$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined

export function checkpointInNote(text: string): Parsed<Checkpoint> {
  const note = parseNote(text)
  return note.ok ? parseCheckpoint(note.value.text) : note
}

/** Makes an Ed25519 signature of 64 bytes (RFC 8032). */
type SignMessage = (message: Uint8Array) => Promise<Uint8Array>

/** Whether an Ed25519 signature (RFC 8032) of 64 bytes holds for `message` under a public key of 32 bytes. */
export type VerifySignature = (signed: {
  readonly publicKey: Uint8Array
  readonly message: Uint8Array
  readonly signature: Uint8Array
}) => Promise<boolean>

export interface Signer {
  readonly publicKey: Uint8Array
  readonly sign: SignMessage
}

/**
 * The signed note of a checkpoint, with a signature line for each signer, in order: two signers while keys are
 * exchanged. The name of every key is the origin, so `isKeyName` must accept the origin.
 */
export const signCheckpoint = (sha256: Sha256, checkpoint: Checkpoint, signers: readonly Signer[]): Promise<string> =>
  signNote(sha256, { name: checkpoint.origin, text: formatCheckpoint(checkpoint) }, signers)

/** The signed note of a text, with a signature line for each signer, in order. Each key has the name `name`. */
export async function signNote(
  sha256: Sha256,
  { name, text }: { readonly name: string; readonly text: string },
  signers: readonly Signer[],
): Promise<string> {
  const message = utf8(text)
  const signatures = await Promise.all(
    signers.map(async ({ publicKey, sign }) => ({
      name,
      keyId: keyIdOf(sha256, name, publicKey),
      signature: await sign(message),
    })),
  )
  return formatNote({ text, signatures })
}

export interface OpenedCheckpoint {
  readonly checkpoint: Checkpoint
  readonly signedBy: readonly VerifierKey[]
}

/**
 * Reads a checkpoint that at least one of `keys` has signed. Refuses a note with a signature by a known key that does
 * not hold. Signatures by unknown keys are ignored, as C2SP signed-note demands: a witness may have added its own.
 */
export async function openCheckpoint(sealed: KnownKeys & { readonly note: string }): Promise<Parsed<OpenedCheckpoint>> {
  const note = parseNote(sealed.note)
  if (!note.ok) return note
  const checkpoint = parseCheckpoint(note.value.text)
  if (!checkpoint.ok) return checkpoint
  const signedBy = await signersOf(note.value, sealed)
  return signedBy.ok ? parsed({ checkpoint: checkpoint.value, signedBy: signedBy.value }) : signedBy
}

export interface KnownKeys {
  readonly keys: readonly VerifierKey[]
  readonly verify: VerifySignature
}

export async function signersOf(
  { text, signatures }: SignedNote,
  { keys, verify }: KnownKeys,
): Promise<Parsed<readonly VerifierKey[]>> {
  const message = utf8(text)
  const signedBy: VerifierKey[] = []
  for (const { name, keyId, signature } of signatures) {
    const key = keys.find((each) => each.name === name && each.keyId === keyId)
    if (key === undefined) continue
    const holds = signature.length === 64 && (await verify({ publicKey: key.publicKey, message, signature }))
    if (!holds) return refused(`The signature of the key ${keyId} does not hold`)
    signedBy.push(key)
  }
  if (signedBy.length > 0) return parsed(signedBy)
  return refused(
    `Got a signature of the key ${signatures.map(({ keyId }) => keyId).join(' and ')}, ${wantedText(keys)}`,
  )
}

const wantedText = (keys: readonly VerifierKey[]): string =>
  keys.length === 0 ? 'and no key to verify it by' : `wanted one of ${keys.map(({ keyId }) => keyId).join(' or ')}`
