import { verifySignature } from '@tallystick/audit/base/verify-signature'
import { type Parsed, toBase64 } from '@tallystick/engine/base'
import {
  type Checkpoint,
  formatVkey,
  keyIdOf,
  openCheckpoint,
  parseNote,
  parseVkey,
  type VerifierKey,
} from '@tallystick/engine/log'
import { vkeysOf } from '../keys/public-keys.ts'
import { sha256 } from '../platform/hasher.ts'
import type { LogAccess, LogSigner } from './log-signer.ts'

type KnownSigner = Pick<LogSigner, 'origin' | 'publicKeys'>

/** `signedBy` are the keys of this service that signed, in base64. */
interface OwnCheckpoint extends Checkpoint {
  readonly signedBy: readonly string[]
}

/**
 * The checkpoint in a note, if a key of this service signed it for the signer's log, also under an earlier LOG_ORIGIN.
 */
export async function openOwnCheckpoint(
  { isolate, env }: Pick<LogAccess, 'isolate' | 'env'>,
  signer: KnownSigner,
  note: string,
): Promise<Parsed<OwnCheckpoint>> {
  const keys = keysOf(configuredKeys(signer, note) ?? (await vkeysOf(isolate, env, note)))
  const opened = await openCheckpoint({ note, keys, verify: verifySignature })
  if (!opened.ok) return opened
  const { checkpoint, signedBy } = opened.value
  const name = signer.origin.slice(signer.origin.lastIndexOf('/'))
  return checkpoint.origin.endsWith(name)
    ? { ok: true, value: { ...checkpoint, signedBy: signedBy.map(({ publicKey }) => toBase64(publicKey)) } }
    : { ok: false, detail: `Got a checkpoint of ${checkpoint.origin}, wanted one of ${signer.origin}` }
}

/** The vkeys of the configured keys that signed the note; undefined if none did. */
function configuredKeys({ publicKeys }: KnownSigner, note: string): readonly string[] | undefined {
  const parsed = parseNote(note)
  if (!parsed.ok) return undefined
  const keys = parsed.value.signatures.flatMap(({ name, keyId }) =>
    publicKeys
      .filter((publicKey) => keyIdOf(sha256, name, publicKey) === keyId)
      .map((publicKey) => formatVkey({ name, keyId, publicKey })),
  )
  return keys.length > 0 ? keys : undefined
}

const keysOf = (vkeys: readonly string[]): readonly VerifierKey[] =>
  vkeys.flatMap((vkey) => {
    const key = parseVkey(sha256, vkey)
    return key.ok ? [key.value] : []
  })
