import { paddedAmount } from '@tallystick/audit/base/amount'
import { controlAmount } from '@tallystick/audit/report/shown-record'
import { formatDate, numberAt, type Slices } from '@tallystick/engine/base'
import { absentDay, type Table } from '@tallystick/engine/record'
import type { OpenRun } from './open-run-lines.ts'
import { typedAmount } from './typed-amount.ts'

export interface RecordSearch {
  /** Marks with 1 each record whose searched text has one of `needles`, which are in lower case. O(characters). */
  readonly find: (needles: readonly string[]) => FoundRows
}

export interface FoundRows {
  readonly source: Uint8Array
  readonly target: Uint8Array
}

/** The rows that are joined into one text: one search in a long string is many times faster than many in short ones. */
const partRowCount = 1_000

interface TextPart {
  readonly text: string
  readonly ends: Int32Array
}

/** Reads the texts of all records once: some 3 µs a record, and two bytes a character at most. */
export function* searchInSlices({ sides }: Pick<OpenRun, 'sides'>): Slices<RecordSearch> {
  const source = yield* partsOf(sides.source.table)
  const target = yield* partsOf(sides.target.table)
  const rowCounts = { source: sides.source.table.rowCount, target: sides.target.table.rowCount }
  return {
    find: (needles) => ({
      source: rowsWith(source, needles, rowCounts.source),
      target: rowsWith(target, needles, rowCounts.target),
    }),
  }
}

function* partsOf(table: Table): Slices<readonly TextPart[]> {
  const textOf = rowText(table)
  const parts: TextPart[] = []
  for (let start = 0; start < table.rowCount; start += partRowCount) {
    const texts = Array.from({ length: Math.min(partRowCount, table.rowCount - start) }, (_, row) =>
      textOf(start + row),
    )
    let end = 0
    const ends = Int32Array.from(texts, (text) => {
      end += text.length
      return end
    })
    parts.push({ text: texts.join(''), ends })
    yield
  }
  return parts
}

/** The text of a row to search in, in lower case. A line end separates fields, since no needle contains a line end. */
function rowText(table: Table): (row: number) => string {
  const columns = ['id', 'reference', 'description', 'counterparty'].map((field) => table.text(field))
  const [currencies, days] = [table.text('currency'), table.date('date')]
  return (row) => {
    const day = numberAt(days, row)
    const amount = controlAmount(table, row)
    let text = ''
    for (const column of columns) {
      const value = column.textAt(row)
      if (value !== undefined) text += `${value}\n`
    }
    if (amount !== undefined) text += `${paddedAmount(amount, currencies.textAt(row))}\n`
    if (day !== absentDay) text += `${formatDate(day)}\n`
    return text.toLowerCase()
  }
}

function rowsWith(parts: readonly TextPart[], needles: readonly string[], rowCount: number): Uint8Array {
  const found = new Uint8Array(rowCount)
  for (const needle of needles)
    for (const [index, { text, ends }] of parts.entries()) {
      let row = 0
      for (let hit = text.indexOf(needle); hit >= 0; hit = text.indexOf(needle, numberAt(ends, row))) {
        while (numberAt(ends, row) <= hit) row += 1
        found[partRowCount * index + row] = 1
      }
    }
  return found
}

/** The typed text; if it is an amount, also the canonical form of the amount. */
export function needlesOf(typed: string): readonly string[] {
  const text = typed.trim().toLowerCase()
  const amount = typedAmount(text)
  return [...new Set([text, amount ?? ''])].filter((needle) => needle !== '')
}
