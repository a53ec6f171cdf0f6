import { basename } from 'node:path'
import type { TakenColumns } from '@tallystick/engine/intake'
import { counted, printable } from '../terminal.ts'
import type { Sides } from './record-texts.ts'
import { linesOf, padded, shortened } from './text-table.ts'

/**
 * A line for each side: its file, its count of records, and the fields that the columns of a CSV were read as.
 *
 *     source  bank.csv    3 records  amount ← Betrag, date ← Buchungstag, id, 2 more as attributes
 *     target  ledger.csv  1 record   amount, date, currency, id, reference
 */
export function sideLines(sides: Sides): readonly string[] {
  const both = Object.entries(sides)
  const columns = [
    padded(both.map(([name]) => name)),
    padded(both.map(([, { path }]) => printable(basename(path)))),
    padded(both.map(([, { summary }]) => counted(summary.recordCount, 'record'))),
    both.map(([, { columns }]) => columnsText(columns)),
  ]
  return linesOf(columns, '  ')
}

export function columnsText(taken: readonly TakenColumns[]): string {
  const fields = taken.filter(({ field }) => !isAttribute(field))
  const attributeCount = taken.length - fields.length
  const texts = fields.map(({ field, columns }) =>
    columns.length === 1 && columns[0] === field ? field : `${field} ← ${columns.map(nameText).join(' and ')}`,
  )
  return [...texts, ...(attributeCount === 0 ? [] : [`${attributeCount} more as attributes`])].join(', ')
}

const isAttribute = (field: string): boolean => field.startsWith('attributes.')

const nameLengthMax = 40

const nameText = (name: string): string => shortened(printable(name), nameLengthMax)
