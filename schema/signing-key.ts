import { z } from '@hono/zod-openapi'

/** The public half of a key that checkpoints are signed with. */
export const publicKeyRecord = z
  .object({
    algorithm: z.literal('Ed25519'),
    publicKey: z.string().openapi({ description: 'The 32 raw bytes in base64' }),
    validFrom: z.iso.datetime().nullable().openapi({ description: 'When it first signed; null before that' }),
    validTo: z.iso
      .datetime()
      .nullable()
      .openapi({ description: 'When it was found to be configured no more; null while it signs' }),
  })
  .openapi('PublicKey')

export type PublicKeyRecord = z.infer<typeof publicKeyRecord>

export const publicKeyList = z
  .object({
    keys: z.array(publicKeyRecord),
    index: z.array(z.string()).openapi({
      description:
        'The vkeys (C2SP signed-note) that sign the index of all logs now, as witnesses and policies want them; none while the service cannot sign',
    }),
  })
  .openapi('PublicKeyList')

export type PublicKeyList = z.infer<typeof publicKeyList>
