import { z } from '@hono/zod-openapi'
import { count, hash } from './values.ts'

/** A file as it was received, before it was read into records: in datasets and in receipts. */
export const receivedFile = z
  .object({
    bytes: count,
    encoding: z.string().nullable().openapi({ description: 'Null for a format that has only one' }),
    format: z.string(),
    intake: z.string().openapi({ description: 'Version of the reader that made records of the file' }),
    mapping: hash.nullable().openapi({ description: 'SHA-256 of the RFC 8785 bytes of the mapping as it was applied' }),
    sha256: hash.openapi({ description: 'Of the bytes as they were received' }),
  })
  .openapi('ReceivedFile')
