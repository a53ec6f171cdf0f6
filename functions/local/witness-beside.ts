import { join } from 'node:path'
import { formatVkey, indexOriginOf, verifierKeyOf } from '@tallystick/engine/log'
import { importIndexKey } from '@tallystick/service/platform/ed25519-key'
import type { LocalSecrets } from './secrets.ts'
import { root } from './tool-environment.ts'
import { type LocalWitness, sha256, startWitness } from './witness.ts'

/** Holds the key of the local witness, and the checkpoints that it has cosigned. */
export const witnessPath = join(root, '.wrangler/witness')

export interface WitnessBeside extends LocalWitness {
  readonly variable: string
  /** Lines of a policy (C2SP tlog-policy) that ask for it; the reader adds the tenant's log. */
  readonly policy: string
}

export async function startWitnessBeside({ SIGNING_KEY, LOG_ORIGIN }: LocalSecrets): Promise<WitnessBeside> {
  const { publicKey } = await importIndexKey(Buffer.from(SIGNING_KEY, 'base64'))
  const logKey = verifierKeyOf(sha256, indexOriginOf(LOG_ORIGIN), publicKey)
  const witness = await startWitness({ directory: witnessPath, logKeys: [logKey] })
  return {
    ...witness,
    variable: `${witness.vkey} ${witness.url}`,
    policy: [`log ${formatVkey(logKey)}`, `witness local ${witness.vkey}`, 'quorum local'].join('\n'),
  }
}
