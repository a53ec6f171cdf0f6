import type { View } from '../../schema/result.ts'
import type { ResultItem } from '../../schema/result-item.ts'
import { formatCsvRow } from '../http/csv-row.ts'

/** How the items of a view are written as text: as NDJSON, or as CSV with the members of the items as columns. */
export interface LineFormat {
  readonly contentType: string
  /** The text before the first item. */
  readonly header: string
  readonly formatItem: (item: ResultItem) => string
}

/** The format of a view in `mediaType`: NDJSON or CSV. Throws for any other. */
export function lineFormatOf(mediaType: string, view: View): LineFormat {
  if (mediaType === 'application/x-ndjson')
    return { contentType: mediaType, header: '', formatItem: (item) => `${JSON.stringify(item)}\n` }
  if (mediaType !== 'text/csv') throw new Error(`No lines are written as ${mediaType}`)
  const columns = columnsByView[view]
  return {
    contentType: 'text/csv; charset=utf-8; header=present',
    header: formatCsvRow(columns),
    formatItem: (item) => {
      const cells = new Map(Object.entries(item))
      return formatCsvRow(columns.map((column) => cellText(cells.get(column))))
    },
  }
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
