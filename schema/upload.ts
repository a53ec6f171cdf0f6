import * as z from 'zod'
import { datasetWithStatements, exportOptions } from './dataset.ts'
import { described } from './described.ts'
import { wanted } from './fault-messages.ts'
import { count, hash } from './values.ts'

/** An upload in parts, as it crosses the wire. */

export const uploadByteCountMax = 5_000_000_000
/** The least bytes of a part; only the last part may be smaller. */
export const partByteCountMin = 8_000_000
export const partByteCountMax = 95_000_000
/** The part size for clients without a reason for another. */
export const partByteCountUsual = 32_000_000
export const partCountMax = Math.ceil(uploadByteCountMax / partByteCountMin)

/** The request for an upload in parts: the query options of a whole file's upload, and the bytes of the file. */
export const uploadRequest = z
  .strictObject({
    ...exportOptions.shape,
    format: described(exportOptions.shape.format, 'Its format; its first bytes decide when left out'),
    currency: described(exportOptions.shape.currency, 'The currency of records that have none, as an ISO 4217 code'),
    encoding: described(exportOptions.shape.encoding, 'Its character encoding, where it cannot be told from the bytes'),
    level: described(exportOptions.shape.level, 'Of camt: whether an entry is one record, or each of its details'),
    byteCount: described(
      z.int().min(1).max(uploadByteCountMax).meta({ example: 64_000_000 }),
      'The bytes of the whole file',
    ),
  })
  .meta({ id: 'UploadRequest', description: 'A file that is to come in parts, and how it is read' })

export type UploadRequest = z.infer<typeof uploadRequest>

const partNumber = z
  .string()
  .regex(/^[1-9][0-9]{0,2}$/, { error: wanted(`a whole number from 1 to ${partCountMax}`) })
  .transform(Number)
  .refine((number) => number <= partCountMax, { error: wanted(`a whole number from 1 to ${partCountMax}`) })
  .meta({ type: 'integer', minimum: 1, maximum: partCountMax })

export const uploadParams = z.object({ id: described(z.string(), 'The id of an upload') })
export const partParams = uploadParams.extend({
  number: described(partNumber, 'The place of the part in the file, from 1'),
})

/** The hash of the part, as in RFC 9530. */
export const partHeaders = z.object({
  'content-digest': described(z.string(), 'The SHA-256 of the body as RFC 9530 has it: `sha-256=:<base64>:`'),
})

export const partContent = z.string().meta({ format: 'binary' })

export const partRecord = z
  .object({
    number: described(z.int().min(1).max(partCountMax), 'Its place in the file, from 1'),
    byteCount: described(count, 'Its bytes'),
    sha256: described(hash, 'SHA-256 of its bytes'),
  })
  .meta({ id: 'UploadPart', description: 'A part that has arrived' })

export type PartRecord = z.infer<typeof partRecord>

/** Why a file was refused, as in the problem that an upload of the whole file would get. */
export const refusal = z.object({
  code: described(
    z.string().meta({ example: 'unreadable_record' }),
    'The code of the problem that the upload of the whole file would have ended in',
  ),
  detail: described(z.string(), 'What is wrong with the file'),
  errors: described(
    z.array(
      z.object({
        line: described(z.int().optional(), 'The line of the file'),
        file: described(z.string().optional(), 'The file in an archive'),
        column: described(z.union([z.string(), z.int()]).nullable().optional(), 'The column of the line'),
        field: described(z.string().nullable().optional(), 'The field that the column holds'),
        code: described(z.string(), 'The kind of the fault'),
        detail: described(z.string(), 'What is wrong there'),
      }),
    ),
    'The faults of its rows, at most 20',
  ),
})

export type Refusal = z.infer<typeof refusal>

export const uploadStates = ['receiving', 'reading', 'refused'] as const

export const uploadRecord = z
  .object({
    id: described(
      z.string().meta({ example: 'dat_01kabcdefghjkmnpqrstvwxyz0' }),
      'The id of the upload, and of the dataset that it becomes',
    ),
    state: described(
      z.enum(uploadStates),
      'receiving: parts may be put · reading: all parts are there and are being read · refused: the file cannot be read, and `refusal` says why',
    ),
    name: described(z.string(), 'The name that the caller gave'),
    adapter: described(z.string(), 'The adapter that the dataset belongs to'),
    byteCount: described(count, 'The bytes of the whole file, as declared'),
    receivedByteCount: described(count, 'The bytes of the parts that have arrived'),
    readByteCount: described(count, 'The bytes of the parts that have been read'),
    partByteCount: described(count, 'Into parts of this many bytes the file is best cut; the last has the remainder'),
    parts: described(
      z.array(partRecord),
      'The parts that have arrived, by their numbers; none once the file was refused',
    ),
    refusal: described(refusal.nullable(), 'Why the file was refused; null unless it was'),
    createdAt: described(z.iso.datetime(), 'When it was begun'),
    createdBy: described(z.string(), 'The id of the API key or member that began it'),
    expiresAt: described(z.iso.datetime(), 'When it is removed, unless it is sealed before'),
  })
  .meta({ id: 'Upload', description: 'A file that is being uploaded in parts, until its dataset is sealed' })

export type UploadRecord = z.infer<typeof uploadRecord>

export const datasetInAnyState = z.union([datasetWithStatements, uploadRecord]).meta({
  id: 'DatasetInAnyState',
  description: 'A dataset in whatever state it is, which `state` tells: sealed, or still an upload in parts',
})

export type DatasetInAnyState = z.infer<typeof datasetInAnyState>
