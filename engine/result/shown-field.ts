import { byteAt, int32At, uint32At } from '../base/at.ts'
import { appendByte, appendString, type WordBuffer } from '../base/word-buffer.ts'
import { absentDay, type DateColumn, type DecimalColumn, type TextColumn } from '../record/columns.ts'
import type { Side } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import type { SideFields, ValueType } from '../rules/criteria/criterion-kind.ts'
import { appendDay, appendUnits, isSmall, textCell } from './cell-bytes.ts'
import { canonicalText } from './compared.ts'

export const standing = { absent: 0, equal: 1, differ: 2 } as const

export type Standing = (typeof standing)[keyof typeof standing]

export type AppendCell = (buffer: WordBuffer, row: number) => void

/** A field in the lines of pairs. Shows the values of `canonicalText`, without making strings. */
export interface FieldCells {
  /** `absent` where one of the two records has no text. */
  compare(source: number, target: number): Standing
  /** `compare` for two values that are known to be equal or both absent. Reads the source only. */
  compareEqual(source: number): Standing
  /** Makes a function that appends the value of a row of the side, which must have one. */
  cell(side: Side): AppendCell
}

export function shownField({ sourceField, targetField }: SideFields, source: Table, target: Table): FieldCells {
  const type = columnTypeOf(sourceField)
  if (type !== columnTypeOf(targetField)) return mixedField({ sourceField, targetField }, source, target)
  if (type === 'date') return dateField(source.date(sourceField), target.date(targetField))
  if (type === 'decimal') return decimalField(source.decimal(sourceField), target.decimal(targetField))
  return textField(source.text(sourceField), target.text(targetField))
}

/** The type of the column that lines show. Attributes are shown as text, even if they are compared as numbers. */
export function columnTypeOf(field: string): ValueType {
  if (field === 'date' || field === 'valueDate') return 'date'
  return field === 'amount' || field === 'gross' || field === 'fee' || field === 'net' ? 'decimal' : 'text'
}

const textField = (source: TextColumn, target: TextColumn): FieldCells => ({
  compare(s, t) {
    const start = uint32At(source.offsets, s)
    const end = uint32At(source.offsets, s + 1)
    const otherStart = uint32At(target.offsets, t)
    const otherEnd = uint32At(target.offsets, t + 1)
    if (start === end || otherStart === otherEnd) return standing.absent
    if (end - start !== otherEnd - otherStart) return standing.differ
    const distance = otherStart - start
    for (let index = start; index < end; index++)
      if (byteAt(source.bytes, index) !== byteAt(target.bytes, index + distance)) return standing.differ
    return standing.equal
  },
  compareEqual: (s) => (source.byteCountAt(s) === 0 ? standing.absent : standing.equal),
  cell: (side) => textCell(side === 'source' ? source : target),
})

const dateField = (source: DateColumn, target: DateColumn): FieldCells => ({
  compare(s, t) {
    const day = int32At(source, s)
    const other = int32At(target, t)
    if (day === absentDay || other === absentDay) return standing.absent
    return day === other ? standing.equal : standing.differ
  },
  compareEqual: (s) => (int32At(source, s) === absentDay ? standing.absent : standing.equal),
  cell(side) {
    const days = side === 'source' ? source : target
    return (buffer, row) => appendDay(buffer, int32At(days, row))
  },
})

function decimalField(source: DecimalColumn, target: DecimalColumn): FieldCells {
  const scale = Math.max(source.scale, target.scale)
  const [factor, otherFactor] = [10 ** (scale - source.scale), 10 ** (scale - target.scale)]
  return {
    compare(s, t) {
      const units = source.small[s]
      const other = target.small[t]
      if (!isSmall(units) || !isSmall(other)) return compareTexts(source.textAt(s), target.textAt(t))
      // One of the factors is 1. A product is exact up to 2^53; a larger one is never rounded down to a value that the
      // other side can have.
      return units * factor === other * otherFactor ? standing.equal : standing.differ
    },
    compareEqual: (s) =>
      isSmall(source.small[s]) || source.unitsAt(s) !== undefined ? standing.equal : standing.absent,
    cell(side) {
      const { small, scale: ownScale, textAt } = side === 'source' ? source : target
      return (buffer, row) => {
        const units = small[row]
        if (!isSmall(units)) return appendString(buffer, JSON.stringify(textAt(row)))
        appendByte(buffer, quote)
        appendUnits(buffer, units, ownScale)
        appendByte(buffer, quote)
      }
    },
  }
}

const quote = 0x22

function mixedField({ sourceField, targetField }: SideFields, source: Table, target: Table): FieldCells {
  const textAt = (side: Side, row: number): string | undefined =>
    side === 'source' ? canonicalText(source, sourceField, row) : canonicalText(target, targetField, row)
  return {
    compare: (s, t) => compareTexts(textAt('source', s), textAt('target', t)),
    compareEqual: (s) => (textAt('source', s) === undefined ? standing.absent : standing.equal),
    cell: (side) => (buffer, row) => appendString(buffer, JSON.stringify(textAt(side, row))),
  }
}

function compareTexts(source: string | undefined, target: string | undefined): Standing {
  if (source === undefined || target === undefined) return standing.absent
  return source === target ? standing.equal : standing.differ
}
