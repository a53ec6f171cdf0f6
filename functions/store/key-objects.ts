import { fromHex, isHash, toBase64, toHex } from '@tallystick/engine'
import { bucketAnswer } from './bucket-calls.ts'

/** A public key in base64, and what shows that this Worker stored it. */
export interface VouchedKey {
  readonly publicKey: string
  readonly voucher: string
}

/**
 * The public halves of the keys that sign, an empty object for each: `once/keys/<public key>-<voucher>`, both in hex. It is
 * stored before the key signs, and never replaced or removed, so that an older database knows the keys of what it lacks.
 * Every function throws `UnavailableError` when R2 does not answer.
 */
export const keyObjects = (bucket: R2Bucket) => ({
  /** Stores a key, unless it is there. */
  put: async (publicKey: Uint8Array, voucher: string): Promise<void> => {
    const key = `${prefix}${toHex(publicKey)}-${voucher}`
    await bucketAnswer(() => bucket.put(key, '', { onlyIf: { etagDoesNotMatch: '*' } }))
  },

  /** The first thousand keys: a service has a handful. */
  list: async (): Promise<readonly VouchedKey[]> => {
    const { objects } = await bucketAnswer(() => bucket.list({ prefix }))
    return objects.flatMap(({ key }) => {
      const [publicKey = '', voucher = ''] = key.slice(prefix.length).split('-')
      return isHash(publicKey) ? [{ publicKey: toBase64(fromHex(publicKey)), voucher }] : []
    })
  },
})

const prefix = 'once/keys/'
