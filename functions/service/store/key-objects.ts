import { fromHex, isHash, toBase64, toHex } from '@tallystick/engine/base'
import { onceObjects } from './once-objects.ts'

interface VouchedKey {
  readonly publicKey: string
  readonly voucher: string
}

/**
 * The public halves of the signing keys, an empty object for each: `once/keys/<public key>-<voucher>`, both in hex. A
 * key is stored before it signs, and never removed, so that a restored older database knows the keys of later receipts.
 * Every function throws `UnavailableError` when R2 does not answer.
 */
export function keyObjects(bucket: R2Bucket) {
  const objects = onceObjects(bucket, 'keys/')
  return {
    put: (publicKey: Uint8Array, voucher: string) => objects.put(`${toHex(publicKey)}-${voucher}`, ''),

    list: async (): Promise<readonly VouchedKey[]> =>
      (await objects.list('', { limit: 1000 })).flatMap(({ name }) => {
        const [publicKey = '', voucher = ''] = name.split('-')
        return isHash(publicKey) ? [{ publicKey: toBase64(fromHex(publicKey)), voucher }] : []
      }),
  }
}
