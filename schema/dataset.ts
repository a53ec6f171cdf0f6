import { z } from '@hono/zod-openapi'
import { fileFormats, formatNames, formats, type JsonValue } from '@tallystick/engine'
import { adapterName, adapterText } from './adapter.ts'
import { unknownMember, wanted } from './fault-words.ts'
import { nameText } from './name.ts'
import { cursorParameter, limitParameter, pageLimitDefault, pageLimitMax, pageOf } from './page.ts'

/** A dataset on the wire: its upload, its record and its canonical records. */

const name = nameText.openapi({ example: 'March statement' })
const currency = z.string().regex(/^[A-Z]{3}$/, { error: wanted('an ISO 4217 code in upper case, such as EUR') })
const decimalText = z
  .string()
  .regex(/^-?[0-9]{1,18}(\.[0-9]{1,12})?$/, { error: wanted('a decimal, such as "127.50"') })

const column = z.string().min(1).max(200)
const dateColumn = z.union([column, z.strictObject({ column, format: z.string().min(1).max(40).optional() })], {
  error: wanted('a column, or { column, format }'),
})
const flagValues = z.array(z.string().max(40)).min(1).max(20)
const amountColumn = z.union(
  [
    column,
    z.strictObject({ debit: column, credit: column }),
    z.strictObject({ column, flag: column, debitValues: flagValues, creditValues: flagValues.optional() }),
  ],
  { error: wanted('a column, { debit, credit } or { column, flag, debitValues }') },
)

const attributeMember = /^attributes(\.[^.]+){1,5}$/

/** The columns of canonical fields. A column that the mapping does not name goes to `attributes`. */
export const mapping = z
  .object({
    id: column.optional(),
    amount: amountColumn.optional(),
    currency: column.optional(),
    date: dateColumn.optional(),
    valueDate: dateColumn.optional(),
    reference: column.optional(),
    description: column.optional(),
    counterparty: column.optional(),
    account: column.optional(),
    type: column.optional(),
    status: column.optional(),
    gross: amountColumn.optional(),
    fee: amountColumn.optional(),
    net: amountColumn.optional(),
    decimal: z.enum(['.', ',']).optional().openapi({ description: 'The decimal sign of every amount' }),
    header: z.boolean().optional().openapi({ description: 'False: the first row is data, columns are "1", "2", …' }),
  })
  .catchall(column)
  .superRefine((value, context) => {
    for (const key of Object.keys(value))
      if (!Object.hasOwn(mapping.shape, key) && !attributeMember.test(key))
        context.addIssue({
          code: 'unrecognized_keys',
          keys: [key],
          message: unknownMember(key, Object.keys(mapping.shape)),
        })
  })
  .openapi('Mapping')

export type Mapping = z.infer<typeof mapping>

/** A body of a raw file. */
export const plainText = z.string()

/** The JSON form of an upload. The reader of NDJSON reads its records. */
export const datasetRequest = z
  .strictObject({
    name,
    adapter: adapterText,
    records: z
      .array(z.custom<JsonValue>())
      .openapi({ type: 'array', items: { type: 'object' }, example: [{ id: 's1', amount: '100', currency: 'EUR' }] }),
    mapping: mapping.optional(),
    currency: currency.optional(),
    controlTotals: z
      .record(currency, z.union([decimalText, z.number().transform(String).pipe(decimalText)]))
      .optional()
      .openapi({ description: 'What the records must add up to in each currency', example: { EUR: '127.5' } }),
  })
  .openapi('DatasetRequest')

export type DatasetRequest = z.infer<typeof datasetRequest>

/** The body of an upload by media type, one for each format. */
export const uploadContent = Object.fromEntries(
  formats.flatMap((format) => {
    const schema = 'open' in format ? plainText : datasetRequest
    return format.mediaTypes.map((mediaType) => [mediaType, { schema }])
  }),
)

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
    .openapi({ type: 'string' })

/** The options of a raw file, in the query. A JSON upload has the same in its body. */
export const exportQuery = z.strictObject({
  name: name.optional(),
  adapter: adapterName.optional(),
  format: z.enum(fileFormats.map(({ name }) => name)).optional(),
  currency: currency.optional(),
  mapping: jsonText(mapping).optional().openapi({ description: 'JSON, as in the body of a JSON upload' }),
  encoding: z.string().min(1).max(40).optional(),
})

export type ExportQuery = z.infer<typeof exportQuery>

/** The options of an upload that is a raw file, which needs a name and an adapter. */
export const exportOptions = z.strictObject({
  ...exportQuery.shape,
  name,
  adapter: adapterText,
  mapping: mapping.optional(),
})

export type ExportOptions = z.infer<typeof exportOptions>

const count = z.int().min(0)
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const decimal = z.string().openapi({ example: '127.5' })
const day = z.iso.date()

const totals = z.record(z.string(), decimal)
const warnings = z.array(
  z.object({
    code: z.string().openapi({
      example: 'missing_currency',
      description:
        'missing_currency: records without a currency match only each other; upload them with one · no_records: there is not one record · repeated_id: repeats of an id got the suffix #2, #3 and so on',
    }),
    count: count.openapi({ description: 'How many records it concerns' }),
    firstLine: z.int().nullable().openapi({ description: 'The line of the first of them; null where there is none' }),
  }),
)

/** The columns of a dataset that are JSON or a closed list, as stored. */
export const storedFormat = z.enum(formatNames)
export const storedTotals = totals
export const storedWarnings = warnings

export const datasetRecord = z
  .object({
    id: z.string().openapi({ example: 'dat_01kabcdefghjkmnpqrstvwxyz0' }),
    name: z.string(),
    adapter: z.string(),
    format: z.enum(formatNames),
    recordCount: count,
    byteCount: count,
    root: hash,
    totals: totals.openapi({ description: 'Control total of each currency' }),
    period: z.object({ from: day.nullable(), to: day.nullable() }).openapi({ description: 'First and last date' }),
    warnings,
    createdAt: z.iso.datetime(),
  })
  .openapi('Dataset')

export type DatasetRecord = z.infer<typeof datasetRecord>

export const datasetPage = pageOf(datasetRecord).openapi('DatasetPage')
export const datasetParams = z.object({ id: z.string() })

export const datasetListQuery = z.strictObject({
  adapter: adapterName.optional(),
  limit: limitParameter(pageLimitMax, pageLimitDefault),
  cursor: cursorParameter,
})

const text = z.string().optional()

/** A record as it is hashed: canonical decimals and dates, absent fields left out. */
export const canonicalRecord = z
  .object({
    id: z.string(),
    amount: decimal.optional(),
    gross: decimal.optional(),
    fee: decimal.optional(),
    net: decimal.optional(),
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
  .openapi('Record')

export const recordPage = pageOf(canonicalRecord).openapi('RecordPage')

export const recordListQuery = z.strictObject({
  limit: limitParameter(pageLimitMax, pageLimitDefault),
  cursor: cursorParameter,
  id: z.string().min(1).optional().openapi({ description: 'The record of this id alone' }),
})

export type RecordListQuery = z.infer<typeof recordListQuery>
