import * as z from 'zod'
import { described } from './described.ts'

export const publicKeyRecord = z
  .object({
    algorithm: described(z.literal('Ed25519'), 'The signature algorithm'),
    publicKey: described(z.string(), 'The 32 raw bytes in base64'),
    validFrom: described(z.iso.datetime().nullable(), 'When it first signed; null before that'),
    validTo: described(z.iso.datetime().nullable(), 'When it was found to be configured no more; null while it signs'),
  })
  .meta({ id: 'PublicKey', description: 'The public half of a key that checkpoints are signed with' })

export type PublicKeyRecord = z.infer<typeof publicKeyRecord>

export const publicKeyList = z
  .object({
    keys: described(z.array(publicKeyRecord), 'The keys that sign now first, then the others, newest first'),
    index: described(
      z.array(z.string()),
      'The vkeys (C2SP signed-note) that sign the index of all logs now, as witnesses and policies want them; none while the service cannot sign',
    ),
  })
  .meta({ id: 'PublicKeyList', description: 'The public keys of the service' })

export type PublicKeyList = z.infer<typeof publicKeyList>
