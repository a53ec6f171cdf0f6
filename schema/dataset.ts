import type { JsonValue } from '@tallystick/engine/base'
import { entryLevels, formatNames, formats, sniffedMediaTypes } from '@tallystick/engine/intake'
import * as z from 'zod'
import { adapterName, adapterText } from './adapter.ts'
import { described } from './described.ts'
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
    name: described(name, 'A name for people'),
    adapter: described(adapterText, 'The adapter that the dataset belongs to'),
    records: described(
      z
        // The elements are read and checked one at a time later.
        .array(z.custom<JsonValue>())
        .meta({ type: 'array', items: { $ref: '#/components/schemas/UploadedRecord' } }),
      'The records, or rows of an export whose columns the mapping names',
    ),
    mapping: described(mapping.optional(), 'Which columns hold the fields'),
    currency: described(currency.optional(), 'The currency of records that have none, as an ISO 4217 code'),
    controlTotals: described(
      z
        .record(currency, z.union([statedTotal, z.number().transform(String).pipe(statedTotal)]))
        .optional()
        .meta({ example: { EUR: '127.5' } }),
      'What the records must add up to in each currency',
    ),
  })
  .meta({ id: 'DatasetRequest', description: 'An upload in JSON' })

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
  name: described(name.optional(), 'Of a raw export: the name of the dataset. A JSON upload has it in the body'),
  adapter: described(
    adapterName.optional(),
    'Of a raw export: the adapter that the dataset belongs to. A JSON upload has it in the body',
  ),
  format: described(
    z.enum(formatNames).optional(),
    'Of a raw export: its format, where the Content-Type does not say it',
  ),
  currency: described(currency.optional(), 'Of a raw export: the currency of rows that have none, as an ISO 4217 code'),
  mapping: described(
    jsonText(mapping).optional(),
    'Of a raw export: which columns hold the fields, as JSON like `Mapping`',
  ),
  encoding: described(
    z.string().min(1).max(40).optional(),
    'Of a raw export: its character encoding, where it cannot be told from the bytes',
  ),
  level: described(
    z.enum(entryLevels).optional(),
    'Of camt: whether an entry is one record, or each of its details; details where they add up when left out',
  ),
  sheet: described(
    z.string().min(1).max(255).optional(),
    'Of a workbook: the name of the sheet to read; the first with data when left out',
  ),
})

export type ExportQuery = z.infer<typeof exportQuery>

/** The query once the body is known to be a raw export: a name and an adapter are required then. */
export const exportOptions = z.strictObject({
  ...exportQuery.shape,
  name: described(name, 'A name for people'),
  adapter: described(adapterText, 'The adapter that the dataset belongs to'),
  mapping: described(mapping.optional(), 'Which columns hold the fields'),
})

export type ExportOptions = z.infer<typeof exportOptions>

const day = z.iso.date()

const totals = z.record(z.string(), decimalText)
const warnings = z.array(
  z.object({
    code: described(
      z.string().meta({ example: 'missing_currency' }),
      'balance_mismatch: opening balance and entries of a statement are not its closing balance, as when an export was cut · clamped_date: a day that no month has, such as 30 February, is read as the last of its month · control_total_mismatch: a total or count that the file states is not that of its lines · larger_than_a_run: a run reads fewer records; upload the periods on their own · missing_date: records have no date though others have, as a line of totals has none · skipped_entries: lines of the file that move no money, or that the mapping leaves out by skip, are no records · skipped_files: files of the archive are of no format that is read · skipped_sheets: the workbook has other sheets with data; name one of them · unsigned_amount: refunds, disputes or the like are read as they are written, as their export writes amounts without a sign · unknown_currency: the currency of records is no current code of ISO 4217; it is kept, and matches only the same code · value_date_used: the value date stands in for a booking date that is not there · missing_currency: records without a currency match only each other; upload them with one · no_records: there is not one record · repeated_id: repeats of an id got the suffix #2, #3 and so on',
    ),
    count: described(count, 'How many records, or statements, it concerns'),
    firstLine: described(z.int().nullable(), 'The line of the first of them; null where there is none'),
    file: described(z.string().optional(), 'The name of the file in an archive whose line that is'),
    limit: described(count.optional(), 'Of larger_than_a_run: the records that a run reads of both sides'),
    totals: described(
      totals.optional(),
      'Of missing_date and unknown_currency: the sums of the records concerned by currency',
    ),
    expected: described(
      decimalText.optional(),
      'Of balance_mismatch: what the first statement concerned should close with, by its opening balance and entries',
    ),
    stated: described(decimalText.optional(), 'Of balance_mismatch: the closing balance that this statement states'),
  }),
)

/** Stored columns of a dataset: a value of a closed list, or JSON. */
export const storedFormat = z.enum(formatNames)
export const storedTotals = totals
export const storedWarnings = warnings
export const storedStatements = z.array(statement)

export const datasetRecord = z
  .object({
    id: described(z.string().meta({ example: 'dat_01kabcdefghjkmnpqrstvwxyz0' }), 'The id of the dataset'),
    name: described(z.string(), 'The name that the caller gave'),
    adapter: described(z.string(), 'The adapter that it belongs to'),
    state: described(
      z.literal('sealed'),
      'Its records can be read and used in runs; an upload in parts has other states before',
    ),
    format: described(z.enum(formatNames), 'The format that it was uploaded in'),
    recordCount: described(count, 'Its records'),
    byteCount: described(count, 'Bytes of its canonical lines'),
    root: described(hash, 'Merkle root of its records'),
    totals: described(totals, 'Control total of each currency'),
    period: described(
      z.object({
        from: described(day.nullable(), 'The first date of a record; null without dates'),
        to: described(day.nullable(), 'The last date of a record; null without dates'),
      }),
      'First and last date',
    ),
    warnings: described(warnings, 'What its owner should know about its records'),
    received: described(receivedFile, 'The file, or the body, that the records were read from'),
    createdAt: described(z.iso.datetime(), 'When it was uploaded'),
    createdBy: described(
      z.string().nullable(),
      'The id of the API key or member that uploaded it; null where none did',
    ),
  })
  .meta({ id: 'Dataset', description: 'A dataset: sealed records of one adapter' })

export type DatasetRecord = z.infer<typeof datasetRecord>

export const datasetWithStatements = datasetRecord
  .extend({
    statements: described(storedStatements, 'In the order of the file; none for a format that has no statements'),
  })
  .meta({ id: 'DatasetWithStatements', description: 'A dataset with the statements that its file consisted of' })

export type DatasetWithStatements = z.infer<typeof datasetWithStatements>

export const datasetPage = storedPageOf(datasetRecord, 'The datasets of the page, newest first').meta({
  id: 'DatasetPage',
  description: 'A page of datasets',
})
export const datasetParams = z.object({ id: described(z.string(), 'The id of a dataset') })

export const datasetListQuery = z.strictObject({
  adapter: described(adapterName.optional(), 'Only what has this adapter: a kind and an instance, or a kind alone'),
  limit: limitParameter(pageLimitMax, pageLimitDefault),
  cursor: cursorParameter,
})

const text = z.string().optional()

export const canonicalRecord = z
  .object({
    id: described(z.string(), 'The id of the record, unique in its dataset'),
    amount: described(decimalText.optional(), 'The amount, negative for money that goes out'),
    gross: described(decimalText.optional(), 'The amount before fees'),
    fee: described(decimalText.optional(), 'The fee'),
    net: described(decimalText.optional(), 'The amount after fees'),
    currency: described(text, 'ISO 4217 code'),
    date: described(day.optional(), 'The booking date'),
    valueDate: described(day.optional(), 'The value date'),
    reference: described(text, 'A reference, such as an invoice number'),
    description: described(text, 'A free text'),
    counterparty: described(text, 'Who paid or was paid'),
    account: described(text, 'The account'),
    type: described(text, 'The kind of entry'),
    status: described(text, 'The state of the entry'),
    attributes: described(z.record(z.string(), z.unknown()).optional(), 'Everything else, by column name'),
  })
  .meta({
    id: 'CanonicalRecord',
    description: 'A record as it is hashed: with canonical decimals and dates, and without absent fields',
  })

export const recordPage = pageOf(canonicalRecord, 'The records of the page, in the order received').meta({
  id: 'RecordPage',
  description: 'A page of canonical records',
})

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
  id: described(recordIds.optional(), 'Only the records of these ids, in this order; at most 100'),
})

export type RecordListQuery = z.infer<typeof recordListQuery>
