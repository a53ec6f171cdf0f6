import { basename } from 'node:path'
import type { TakenColumns } from '@tallystick/engine'
import { counted } from '../counted.ts'
import { printable } from '../printable.ts'
import type { Sides } from './record-texts.ts'
import { lengthOf, shortened } from './text-table.ts'

/**
 * A line a side: its file, how many records it has, and which columns of a CSV were taken for what.
 *
 *     source  bank.csv    3 records  amount ← Betrag, date ← Buchungstag, id, 2 more as attributes
 *     target  ledger.csv  1 record   amount, date, currency, id, reference
 */
export function sideLines(sides: Sides): readonly string[] {
  const rows = Object.entries(sides).map(([name, { path, summary, columns }]) => [
    name,
    printable(basename(path)),
    counted(summary.recordCount, 'record'),
    columnsText(columns),
  ])
  const widths = [0, 1, 2].map((position) => Math.max(...rows.map((row) => lengthOf(row[position] ?? ''))))
  return rows.map((row) =>
    row
      .map((cell, position) => cell + ' '.repeat(Math.max(0, (widths[position] ?? 0) - lengthOf(cell))))
      .join('  ')
      .trimEnd(),
  )
}

function columnsText(taken: readonly TakenColumns[]): string {
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
