import { type FoldedPeriod, journalOf } from '@tallystick/engine/close'
import { formatCsvRow } from './csv-row.ts'

/** The adjustments to be booked as CSV; before the period is submitted, the last column says that they may change. */
export function journalCsv(folded: FoldedPeriod, { isFinal }: { readonly isFinal: boolean }): string {
  const columns = [
    'id',
    'date',
    'label',
    'currency',
    'amount',
    'reference',
    'side',
    'itemDate',
    'counterparty',
    'description',
    'decision',
  ] as const
  return [
    formatCsvRow([...columns, 'state']),
    ...journalOf(folded).map((line) =>
      formatCsvRow([...columns.map((name) => line[name]), isFinal ? 'final' : 'provisional']),
    ),
  ].join('')
}
