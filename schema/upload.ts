import { z } from 'zod'
import { datasetWithStatements, exportOptions } from './dataset.ts'
import { wanted } from './fault-messages.ts'
import { count, hash } from './values.ts'

/** An upload in parts, as it crosses the wire. */

/** Bytes of a file that comes in parts, at most. */
export const uploadByteCountMax = 5_000_000_000
/** Bytes of a part, in which the last one may be smaller. */
export const partByteCountMin = 8_000_000
export const partByteCountMax = 95_000_000
/** Into parts of this size a client cuts a file unless it has a reason for another. */
export const partByteCountUsual = 32_000_000
export const partCountMax = Math.ceil(uploadByteCountMax / partByteCountMin)

/** What `?…` of a whole file's upload says, as JSON, and the bytes of the file. */
export const uploadRequest = z
  .strictObject({
    ...exportOptions.shape,
    byteCount: z.int().min(1).max(uploadByteCountMax).meta({ example: 64_000_000 }),
  })
  .meta({ id: 'UploadRequest' })

export type UploadRequest = z.infer<typeof uploadRequest>

const partNumber = z
  .string()
  .regex(/^[1-9][0-9]{0,2}$/, { error: wanted(`a whole number from 1 to ${partCountMax}`) })
  .transform(Number)
  .refine((number) => number <= partCountMax, { error: wanted(`a whole number from 1 to ${partCountMax}`) })
  .meta({ type: 'integer', minimum: 1, maximum: partCountMax })

export const uploadParams = z.object({ id: z.string() })
export const partParams = z.object({ id: z.string(), number: partNumber })

/** RFC 9530: the hash of the part. */
export const partHeaders = z.object({ 'content-digest': z.string() })

export const partContent = z.string().meta({ format: 'binary' })

export const partRecord = z
  .object({ number: z.int().min(1).max(partCountMax), byteCount: count, sha256: hash })
  .meta({ id: 'UploadPart' })

export type PartRecord = z.infer<typeof partRecord>

/** Why a file was refused: the problem that the upload of the whole file would have ended in. */
export const refusal = z.object({
  code: z.string().meta({ example: 'unreadable_record' }),
  detail: z.string(),
  errors: z.array(
    z.object({
      line: z.int().optional(),
      file: z.string().optional(),
      column: z.union([z.string(), z.int()]).nullable().optional(),
      field: z.string().nullable().optional(),
      code: z.string(),
      detail: z.string(),
    }),
  ),
})

export type Refusal = z.infer<typeof refusal>

export const uploadStates = ['receiving', 'reading', 'refused'] as const

export const uploadRecord = z
  .object({
    id: z.string().meta({ example: 'dat_01kabcdefghjkmnpqrstvwxyz0' }),
    state: z.enum(uploadStates),
    name: z.string(),
    adapter: z.string(),
    byteCount: count,
    receivedByteCount: count,
    readByteCount: count,
    partByteCount: count,
    parts: z.array(partRecord),
    refusal: refusal.nullable(),
    createdAt: z.iso.datetime(),
    createdBy: z.string(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'Upload' })

export type UploadRecord = z.infer<typeof uploadRecord>

/** A dataset in whatever state it is, which `state` tells. */
export const datasetInAnyState = z.union([datasetWithStatements, uploadRecord]).meta({ id: 'DatasetInAnyState' })

export type DatasetInAnyState = z.infer<typeof datasetInAnyState>
