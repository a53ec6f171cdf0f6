import { groupedAmount } from '@tallystick/audit/base/amount'
import { findRows } from '@tallystick/audit/report/find-rows'
import { controlAmount } from '@tallystick/audit/report/shown-record'
import { at, formatDate, numberAt } from '@tallystick/engine/base'
import { absentDay } from '@tallystick/engine/record'
import { printable } from '../terminal.ts'
import type { Side } from './read-side.ts'
import { alignPoints, padded, shortened } from './text-table.ts'

export interface Sides {
  readonly source: Side
  readonly target: Side
}

export interface RecordName {
  readonly side: keyof Sides
  readonly id: string
  readonly label: string
  readonly note?: string
  /** Set for a residual: its amount. Its id is in no file; its other values are those of its record. */
  readonly amount?: string | undefined
}

/** The functions throw for a name that was not among the names given. */
export interface RecordTexts {
  readonly textOf: (name: RecordName) => string
  readonly currencyOf: (name: RecordName) => string | undefined
  /** The canonical decimal. */
  readonly amountOf: (name: RecordName) => string | undefined
}

/**
 * Records as they are in their files, a line each, in columns, no wider than `width`. Each id has to be that of a
 * record of its side, or of a residual. O(records of both sides).
 *
 *     source   line 3   s2   2026-03-03   7.00 EUR   INV-9 · Acme
 */
export function recordTexts(names: readonly RecordName[], sides: Sides, width: number): RecordTexts {
  const rowOf = { source: findRows(names, sides, 'source'), target: findRows(names, sides, 'target') }
  const records = names.map((name) => cellsOf(name, sides[name.side], rowOf[name.side](name.id)))
  const amounts = alignPoints(records.map(({ amount }) => amount))
  const columns = [
    padded(records.map(({ label }) => label)),
    padded(records.map(({ line }) => line)),
    padded(records.map(({ id }) => id)),
    padded(records.map(({ date }) => date)),
    joined(padded(amounts, 'left'), padded(records.map(({ currency }) => currency))),
  ]
  const texts = new Map<RecordName, RecordText>()
  for (const [record, { name, text, code, decimal }] of records.entries()) {
    const line = [...columns.map((cells) => at(cells, record)), text].join('   ').trimEnd()
    // Two columns less, since every line is indented by two.
    texts.set(name, { line: shortened(line, width - 2), currency: code, amount: decimal })
  }
  const textOf = (name: RecordName): RecordText => {
    const text = texts.get(name)
    if (text === undefined) throw new Error(`No line was made of the record ${name.id} of ${name.side}`)
    return text
  }
  return {
    textOf: (name) => textOf(name).line,
    currencyOf: (name) => textOf(name).currency,
    amountOf: (name) => textOf(name).amount,
  }
}

interface RecordText {
  readonly line: string
  readonly currency: string | undefined
  readonly amount: string | undefined
}

/** Ids made of a record's hash have this length. */
const idLengthMax = 34

function cellsOf(name: RecordName, { table, lines }: Side, row: number) {
  const day = numberAt(table.date('date'), row)
  const textOf = (field: string): string => printable(table.text(field).textAt(row) ?? '')
  const code = table.text('currency').textAt(row)
  const decimal = name.amount ?? controlAmount(table, row)
  const texts = ['reference', 'description'].map(textOf).filter((text) => text !== '')
  const text = texts.length === 0 ? textOf('counterparty') : texts.join(' · ')
  return {
    name,
    label: name.label,
    line: `line ${numberAt(lines, row)}`,
    id: shortened(printable(name.id), idLengthMax),
    date: day === absentDay ? '' : formatDate(day),
    amount: groupedAmount(decimal ?? '', code),
    decimal,
    code,
    currency: printable(code ?? ''),
    text: [name.note ?? '', text].filter((part) => part !== '').join(' · '),
  }
}

const joined = (left: readonly string[], right: readonly string[]): readonly string[] =>
  left.map((cell, position) => `${cell} ${at(right, position)}`)
