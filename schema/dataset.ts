import type { JsonValue } from '@tallystick/engine/base'
import { entryLevels, formatNames, formats, sniffedMediaTypes } from '@tallystick/engine/intake'
import { z } from 'zod'
import { adapterName, adapterText } from './adapter.ts'
import { wanted } from './fault-messages.ts'
import { mapping } from './mapping.ts'
import { cursorParameter, limitParameter, pageLimitDefault, pageLimitMax, pageOf, storedPageOf } from './page.ts'
import { receivedFile } from './received.ts'
import { statement } from './statement.ts'
import { count, decimalText, hash, nameText } from './values.ts'

/** The upload of a dataset, the dataset itself and its canonical records, as they cross the wire. */

const name = nameText.meta({ example: 'March statement' })
const currency = z.string().regex(/^[A-Z]{3}$/, { error: wanted('an ISO 4217 code in upper case, such as EUR') })
const statedTotal = z
  .string()
  .regex(/^-?[0-9]{1,18}(\.[0-9]{1,12})?$/, { error: wanted('a decimal, such as "127.50"') })

/** A body that is not JSON. */
export const plainText = z.string()

/** An upload in JSON. Its records are read by the same reader as the rows of an export. */
export const datasetRequest = z
  .strictObject({
    name,
    adapter: adapterText,
    records: z
      // Without their elements, which are read one at a time.
      .array(z.custom<JsonValue>())
      .meta({ type: 'array', items: { $ref: '#/components/schemas/UploadedRecord' } }),
    mapping: mapping.optional(),
    currency: currency.optional(),
    controlTotals: z
      .record(currency, z.union([statedTotal, z.number().transform(String).pipe(statedTotal)]))
      .optional()
      .meta({ example: { EUR: '127.5' } }),
  })
  .meta({ id: 'DatasetRequest' })

/** The body of an upload by media type, one for each format. */
export const uploadContent = Object.fromEntries([
  ...formats.flatMap((format) => {
    const schema = format.name === 'json' ? datasetRequest : plainText
    return format.mediaTypes.map((mediaType) => [mediaType, { schema }] as const)
  }),
  ...sniffedMediaTypes.map((mediaType) => [mediaType, { schema: plainText }] as const),
])

const jsonText = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue({ code: 'custom', message: wanted('JSON')({ input: text }) })
        return z.NEVER
      }
    })
    .pipe(schema)
    .meta({ type: 'string' })

/** The query of a raw export, whose body has no place for these members; a JSON upload has them in its body. */
export const exportQuery = z.strictObject({
  name: name.optional(),
  adapter: adapterName.optional(),
  format: z.enum(formatNames).optional(),
  currency: currency.optional(),
  mapping: jsonText(mapping).optional(),
  encoding: z.string().min(1).max(40).optional(),
  level: z.enum(entryLevels).optional(),
  sheet: z.string().min(1).max(255).optional(),
})

export type ExportQuery = z.infer<typeof exportQuery>

/** The query once the body is known to be a raw export: a name and an adapter are required then. */
export const exportOptions = z.strictObject({
  ...exportQuery.shape,
  name,
  adapter: adapterText,
  mapping: mapping.optional(),
})

export type ExportOptions = z.infer<typeof exportOptions>

const day = z.iso.date()

const totals = z.record(z.string(), decimalText)
const warnings = z.array(
  z.object({
    code: z.string().meta({ example: 'missing_currency' }),
    count: count,
    firstLine: z.int().nullable(),
    file: z.string().optional(),
    limit: count.optional(),
    totals: totals.optional(),
    expected: decimalText.optional(),
    stated: decimalText.optional(),
  }),
)

/** Stored columns of a dataset that hold JSON, or a value of a closed list. */
export const storedFormat = z.enum(formatNames)
export const storedTotals = totals
export const storedWarnings = warnings
export const storedStatements = z.array(statement)

export const datasetRecord = z
  .object({
    id: z.string().meta({ example: 'dat_01kabcdefghjkmnpqrstvwxyz0' }),
    name: z.string(),
    adapter: z.string(),
    state: z.literal('sealed'),
    format: z.enum(formatNames),
    recordCount: count,
    byteCount: count,
    root: hash,
    totals: totals,
    period: z.object({ from: day.nullable(), to: day.nullable() }),
    warnings,
    received: receivedFile,
    createdAt: z.iso.datetime(),
    createdBy: z.string().nullable(),
  })
  .meta({ id: 'Dataset' })

export type DatasetRecord = z.infer<typeof datasetRecord>

/** A dataset with the statements that its file consisted of. */
export const datasetWithStatements = datasetRecord
  .extend({ statements: storedStatements })
  .meta({ id: 'DatasetWithStatements' })

export type DatasetWithStatements = z.infer<typeof datasetWithStatements>

export const datasetPage = storedPageOf(datasetRecord).meta({ id: 'DatasetPage' })
export const datasetParams = z.object({ id: z.string() })

export const datasetListQuery = z.strictObject({
  adapter: adapterName.optional(),
  limit: limitParameter(pageLimitMax, pageLimitDefault),
  cursor: cursorParameter,
})

const text = z.string().optional()

/** A record as it is hashed: with canonical decimals and dates, and without absent fields. */
export const canonicalRecord = z
  .object({
    id: z.string(),
    amount: decimalText.optional(),
    gross: decimalText.optional(),
    fee: decimalText.optional(),
    net: decimalText.optional(),
    currency: text,
    date: day.optional(),
    valueDate: day.optional(),
    reference: text,
    description: text,
    counterparty: text,
    account: text,
    type: text,
    status: text,
    attributes: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'CanonicalRecord' })

export const recordPage = pageOf(canonicalRecord).meta({ id: 'RecordPage' })

/** Records that one request may name, at most. */
export const namedRecordCountMax = 100

/** `?id=a&id=b`: one parameter is a text, several are a list. */
const recordIds = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => [...new Set([value].flat())])
  .pipe(z.array(z.string().min(1)).max(namedRecordCountMax))
  .meta({ type: 'array', items: { type: 'string', minLength: 1 }, maxItems: namedRecordCountMax })

export const recordListQuery = z.strictObject({
  limit: limitParameter(pageLimitMax, pageLimitDefault),
  cursor: cursorParameter,
  id: recordIds.optional(),
})

export type RecordListQuery = z.infer<typeof recordListQuery>
