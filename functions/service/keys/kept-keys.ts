import { toBase64 } from '@tallystick/engine/base'
import type { Env } from '../env.ts'
import { type Isolate, perIsolate } from '../platform/isolate.ts'
import { bucketOf } from '../store/bucket.ts'
import { keyObjects } from '../store/key-objects.ts'
import { isVouched, voucherOf } from './key-hash.ts'

const kept = perIsolate(() => new Set<string>())

/** Stores the keys in R2 before they sign: a restored older database lacks them. One call for each key and isolate. */
export async function keepKeys(
  { isolate, env }: { readonly isolate: Isolate; readonly env: Env },
  publicKeys: readonly Uint8Array[],
): Promise<void> {
  for (const publicKey of publicKeys) {
    const voucher = voucherOf(env, toBase64(publicKey))
    if (kept(isolate).has(voucher)) continue
    await keyObjects(bucketOf(env)).put(publicKey, voucher)
    kept(isolate).add(voucher)
  }
}

export const keptKeysOf = async (env: Env): Promise<readonly string[]> =>
  (await keyObjects(bucketOf(env)).list()).filter((key) => isVouched(env, key)).map(({ publicKey }) => publicKey)
