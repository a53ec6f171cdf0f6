import * as z from 'zod'
import { described } from './described.ts'
import { count, hash } from './values.ts'

/** A file as it was received, before it was read into records: in datasets and in receipts. */
export const receivedFile = z
  .object({
    bytes: described(count, 'Its length in bytes'),
    encoding: described(z.string().nullable(), 'Null for a format that has only one'),
    format: described(z.string(), 'The format that it was read as'),
    intake: described(z.string(), 'Version of the reader that made records of the file'),
    mapping: described(hash.nullable(), 'SHA-256 of the RFC 8785 bytes of the mapping as it was applied'),
    sha256: described(hash, 'Of the bytes as they were received'),
  })
  .meta({ id: 'ReceivedFile', description: 'A file as it was received, before it was read into records' })
