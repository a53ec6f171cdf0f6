import {
  type Checkpoint,
  formatVkey,
  indexOriginOf,
  signCheckpoint,
  type VerifierKey,
  verifierKeyOf,
} from '@tallystick/engine/log'
import type { Env } from '../../env.ts'
import { SigningError, signingKeysOf } from '../../keys/signing-key.ts'
import { sha256 } from '../../platform/hasher.ts'
import type { Isolate } from '../../platform/isolate.ts'
import { logOriginOf } from '../log-signer.ts'
import { openOwnCheckpoint } from '../own-checkpoint.ts'

export interface IndexTree {
  readonly size: number
  readonly root: string
}

export interface IndexSigner {
  /** `<LOG_ORIGIN>/index` */
  readonly origin: string
  readonly keys: readonly VerifierKey[]
  readonly sign: (tree: IndexTree) => Promise<string>
  /** The checkpoint in a note of the index log; undefined unless a present or former key of this service signed it. */
  readonly open: (note: string) => Promise<Checkpoint | undefined>
}

/** Throws `SigningError` when a key or LOG_ORIGIN is missing or malformed. */
export async function indexSignerOf(isolate: Isolate, env: Env): Promise<IndexSigner> {
  const logOrigin = logOriginOf(env)
  if (logOrigin === undefined) throw new SigningError('LOG_ORIGIN is not set, or cannot name a log')
  const origin = indexOriginOf(logOrigin)
  const signers = (await signingKeysOf(isolate, env)).map(({ index }) => index)
  const keys = signers.map(({ publicKey }) => verifierKeyOf(sha256, origin, publicKey))
  return {
    origin,
    keys,
    sign: (tree) => signCheckpoint(sha256, { origin, ...tree }, signers),
    async open(note) {
      const publicKeys = signers.map(({ publicKey }) => publicKey)
      const opened = await openOwnCheckpoint({ isolate, env }, { origin, publicKeys }, note)
      return opened.ok ? opened.value : undefined
    },
  }
}

/** The vkeys that sign the index log now; none while a key or LOG_ORIGIN is missing or malformed. */
export const listIndexKeys = (isolate: Isolate, env: Env): Promise<readonly string[]> =>
  indexSignerOf(isolate, env).then(
    ({ keys }) => keys.map(formatVkey),
    () => [],
  )
