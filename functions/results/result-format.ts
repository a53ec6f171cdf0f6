import { utf8 } from '@tallystick/engine'
import type { View } from '../../schema/result.ts'
import type { ResultItem } from '../../schema/result-item.ts'
import { formatCsvRow } from '../http/csv-row.ts'
import { streamOf } from '../http/stream.ts'

const ndjson = 'application/x-ndjson'

/** Parts of a view, read as they are taken. */
type Parts = AsyncIterable<readonly ResultItem[]> | Iterable<readonly ResultItem[]>

/** Whether the form of a view shows the records of each item, whatever was asked for. */
export const showsRecords = (mediaType: string): boolean => mediaType === 'text/csv'

/** The items of a view as NDJSON or CSV, read and written as the client takes them. Throws for any other media type. */
export function streamView(mediaType: string, view: View, parts: Parts): Response {
  if (mediaType === ndjson) return responseOf(mediaType, ndjsonOf(parts))
  if (mediaType !== 'text/csv') throw new Error(`No view is written as ${mediaType}`)
  return responseOf('text/csv; charset=utf-8; header=present', csvOf(view, parts))
}

const responseOf = (contentType: string, bytes: AsyncGenerator<Uint8Array>): Response =>
  new Response(streamOf(bytes), { headers: { 'Content-Type': contentType } })

async function* ndjsonOf(parts: Parts): AsyncGenerator<Uint8Array> {
  for await (const items of parts) yield utf8(items.map((item) => `${JSON.stringify(item)}\n`).join(''))
}

async function* csvOf(view: View, parts: Parts): AsyncGenerator<Uint8Array> {
  const columns = columnsByView[view]
  yield utf8(formatCsvRow(columns))
  for await (const items of parts)
    yield utf8(
      items
        .map((item) => {
          const cells = new Map(Object.entries(item))
          return formatCsvRow(columns.map((column) => cellText(cells.get(column))))
        })
        .join(''),
    )
}

const matchColumns = [
  'id',
  'source_transaction_id',
  'target_transaction_id',
  'confidence',
  'rule_id',
  'rule_used',
  'difference',
  'days',
  'similarity',
  'variance',
  'turned',
  'converted',
  'residual',
  'interchangeable',
  'ambiguous',
  'matched_at',
  'evidence',
  'audit_trail_id',
  'deterministic_hash',
  'source_transaction_ids',
  'target_transaction_ids',
]

const columnsByView: { readonly [view in View]: readonly string[] } = {
  matches: matchColumns,
  suggestions: matchColumns,
  breaks: [
    'id',
    'reason',
    'source_transaction_ids',
    'target_transaction_ids',
    'difference',
    'days',
    'failed',
    'hint',
    'candidates',
    'total',
    'taken',
    'listed',
    'counts',
    'repeats',
    'work',
    'suggested',
    'group',
    'deterministic_hash',
  ],
  excluded: ['id', 'rule_id', 'source_transaction_ids', 'target_transaction_ids', 'deterministic_hash'],
  netted: [
    'id',
    'side',
    'transaction_ids',
    'confidence',
    'rule_id',
    'rule_used',
    'difference',
    'days',
    'similarity',
    'variance',
    'interchangeable',
    'ambiguous',
    'matched_at',
    'evidence',
    'audit_trail_id',
    'deterministic_hash',
  ],
}

/** Ids of a list are joined by semicolons; every other list and object is JSON. */
function cellText(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(';')
  return JSON.stringify(value)
}
