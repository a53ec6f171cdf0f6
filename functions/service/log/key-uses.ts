import { toBase64 } from '@tallystick/engine/base'
import { voucherOf } from '../keys/key-hash.ts'
import { signingKeyStore } from '../store/signing-key-store.ts'
import type { LogAccess, LogSigner } from './log-signer.ts'
import type { SignedEntry } from './stored-checkpoint.ts'

export type SignedWhen = Pick<SignedEntry, 'signedBy'> & { readonly fields: Pick<SignedEntry['fields'], 'completedAt'> }

/** Widens the published periods of the keys that signed. Evidence is not judged by these, but by `key-periods.ts`. */
export function rememberKeys({ db, isolate, env }: LogAccess, signer: LogSigner, entries: readonly SignedWhen[]) {
  const times = new Map<string, { first: number; last: number }>()
  for (const { signedBy, fields } of entries)
    for (const publicKey of signedBy) {
      const at = Date.parse(fields.completedAt)
      const { first, last } = times.get(publicKey) ?? { first: at, last: at }
      times.set(publicKey, { first: Math.min(first, at), last: Math.max(last, at) })
    }
  const configured = new Set(signer.publicKeys.map(toBase64))
  return [...times].map(([publicKey, time]) => {
    const use = { publicKey, voucher: voucherOf(env, publicKey), isConfigured: configured.has(publicKey), ...time }
    return signingKeyStore(db).remember(use, isolate.now())
  })
}
