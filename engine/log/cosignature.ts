import { joinBytes, utf8 } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'
import { type Parsed, parsed, refused } from '../base/parsed.ts'
import { type Checkpoint, parseAnyCheckpoint, type Signer, type VerifySignature } from './checkpoint.ts'
import { formatSignature, isKeyName, parseNote } from './signed-note.ts'
import {
  formatKeyOfType,
  keyIdOfType,
  noteKeyTypes,
  parseKeyOfType,
  type VerifierKey,
  verifierKeyOf,
} from './verifier-key.ts'

/**
 * C2SP tlog-cosignature: a witness states when it saw that a checkpoint continues the earlier ones. A cosignature is one
 * more signature line of the checkpoint's note.
 *
 *     — witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
 */

/** An Ed25519 public key that verifies only cosignatures. */
export interface CosignerKey extends VerifierKey {
  readonly type: 'cosignature/v1'
}

const type = 'cosignature/v1'

/**
 * Makes the key named `name`, with its id. Throws a TypeError unless `isKeyName` accepts the name and the key has 32
 * bytes.
 */
export const cosignerKeyOf = (sha256: Sha256, name: string, publicKey: Uint8Array): CosignerKey => ({
  ...verifierKeyOf(sha256, name, publicKey),
  keyId: keyIdOfType(sha256, { name, publicKey }, noteKeyTypes.cosignature),
  type,
})

/** The vkey of a witness, of signature type 0x04: `witness.example.com/w1+8d66cf3f+BP…` */
export const formatCosignerKey = (key: CosignerKey): string => formatKeyOfType(key, noteKeyTypes.cosignature)

/** Reads the vkey of a witness, at most 2,000 characters. Refuses keys of other types. */
export function parseCosignerKey(sha256: Sha256, text: string): Parsed<CosignerKey> {
  const key = parseKeyOfType(sha256, text, noteKeyTypes.cosignature)
  return key.ok ? parsed({ ...key.value, type }) : key
}

export interface Cosignature {
  readonly key: CosignerKey
  /** The time of the cosignature in seconds since 1970, of up to 63 bits. */
  readonly time: bigint
}

/** The signed message: two lines by the witness, and then the whole text of the checkpoint's note. */
const messageOf = (time: bigint, text: string): Uint8Array => utf8(`${type}\ntime ${time}\n${text}`)

const timeLength = 8
const signatureLength = 64
const timeMax = 2n ** 63n - 1n

/**
 * The signature line that cosigns a checkpoint. `text` is the text of the checkpoint's note with its newline. Requires
 * a `name` that `isKeyName` accepts, and a time in seconds from 0 to 2^63 - 1.
 */
export async function cosign(
  sha256: Sha256,
  cosigner: Signer & { readonly name: string },
  { text, time }: { readonly text: string; readonly time: bigint },
): Promise<string> {
  const { name, publicKey, sign } = cosigner
  if (time < 0n || time > timeMax || !isKeyName(name)) throw new TypeError('A cosignature has a name and a time')
  const timeBytes = new Uint8Array(timeLength)
  new DataView(timeBytes.buffer).setBigUint64(0, time)
  const signature = joinBytes([timeBytes, await sign(messageOf(time, text))])
  return formatSignature({ name, keyId: keyIdOfType(sha256, { name, publicKey }, noteKeyTypes.cosignature), signature })
}

interface CosignedCheckpoint {
  readonly checkpoint: Checkpoint
  readonly cosignatures: readonly Cosignature[]
}

/**
 * Reads the cosignatures of a checkpoint's note. Refuses a note with a cosignature by a known key that does not hold.
 * Ignores signatures by other keys, and all but the first line of a key. Does not verify the log's own signature.
 */
export async function openCosignatures(cosigned: {
  readonly note: string
  readonly cosigners: readonly CosignerKey[]
  readonly verify: VerifySignature
}): Promise<Parsed<CosignedCheckpoint>> {
  const note = parseNote(cosigned.note)
  if (!note.ok) return note
  const { text, signatures } = note.value
  const checkpoint = parseAnyCheckpoint(text)
  if (!checkpoint.ok) return checkpoint
  const cosignatures: Cosignature[] = []
  for (const { name, keyId, signature } of signatures) {
    const key = cosigned.cosigners.find((each) => each.name === name && each.keyId === keyId)
    if (key === undefined || cosignatures.some((each) => each.key === key)) continue
    const time = await timeOfCosignature(cosigned.verify, key, { text, signature })
    if (time === undefined) return refused(`The cosignature of the key ${keyId} of ${name} does not hold`)
    cosignatures.push({ key, time })
  }
  return parsed({ checkpoint: checkpoint.value, cosignatures })
}

async function timeOfCosignature(
  verify: VerifySignature,
  { publicKey }: CosignerKey,
  { text, signature }: { readonly text: string; readonly signature: Uint8Array },
): Promise<bigint | undefined> {
  if (signature.length !== timeLength + signatureLength) return undefined
  const time = new DataView(signature.buffer, signature.byteOffset, timeLength).getBigUint64(0)
  if (time > timeMax) return undefined
  const holds = await verify({
    publicKey,
    message: messageOf(time, text),
    signature: signature.subarray(timeLength),
  })
  return holds ? time : undefined
}
