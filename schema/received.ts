import { z } from 'zod'
import { count, hash } from './values.ts'

/** A file as it was received, before it was read into records: in datasets and in receipts. */
export const receivedFile = z
  .object({
    bytes: count,
    encoding: z.string().nullable(),
    format: z.string(),
    intake: z.string(),
    mapping: hash.nullable(),
    sha256: hash,
  })
  .meta({ id: 'ReceivedFile' })
