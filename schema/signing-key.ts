import { z } from 'zod'

/** The public half of a key that checkpoints are signed with. */
export const publicKeyRecord = z
  .object({
    algorithm: z.literal('Ed25519'),
    publicKey: z.string(),
    validFrom: z.iso.datetime().nullable(),
    validTo: z.iso.datetime().nullable(),
  })
  .meta({ id: 'PublicKey' })

export type PublicKeyRecord = z.infer<typeof publicKeyRecord>

export const publicKeyList = z
  .object({
    keys: z.array(publicKeyRecord),
    index: z.array(z.string()),
  })
  .meta({ id: 'PublicKeyList' })

export type PublicKeyList = z.infer<typeof publicKeyList>
