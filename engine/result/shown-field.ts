import { byteAt, int32At, uint32At } from '../base/at.ts'
import { appendText, type ByteBuffer } from '../base/byte-buffer.ts'
import { absentDay, type DateColumn, type DecimalColumn, type TextColumn } from '../record/columns.ts'
import type { Side } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import type { SideFields, ValueType } from '../rules/criteria/criterion-kind.ts'
import { appendDay, appendTextCell, appendUnits, isSmall } from './cell-bytes.ts'
import { canonicalText } from './compared.ts'

export const standing = { absent: 0, equal: 1, differ: 2 } as const

export type Standing = (typeof standing)[keyof typeof standing]

/** A field in the lines of pairs. Shows the values of `canonicalText`, without making strings. */
interface ShownField {
  /** `absent` where one of the two records has no text. */
  compare(source: number, target: number): Standing
  /** `compare` for two values that are known to be equal or both absent. Reads the source only. */
  compareEqual(source: number): Standing
  append(buffer: ByteBuffer, side: Side, row: number): void
}

export function shownField({ sourceField, targetField }: SideFields, source: Table, target: Table): ShownField {
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

const textField = (source: TextColumn, target: TextColumn): ShownField => ({
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
  append: (buffer, side, row) => appendTextCell(buffer, side === 'source' ? source : target, row),
})

const dateField = (source: DateColumn, target: DateColumn): ShownField => ({
  compare(s, t) {
    const day = int32At(source, s)
    const other = int32At(target, t)
    if (day === absentDay || other === absentDay) return standing.absent
    return day === other ? standing.equal : standing.differ
  },
  compareEqual: (s) => (int32At(source, s) === absentDay ? standing.absent : standing.equal),
  append: (buffer, side, row) => appendDay(buffer, int32At(side === 'source' ? source : target, row)),
})

function decimalField(source: DecimalColumn, target: DecimalColumn): ShownField {
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
    append(buffer, side, row) {
      const column = side === 'source' ? source : target
      const units = column.small[row]
      if (!isSmall(units)) return appendText(buffer, JSON.stringify(column.textAt(row)))
      appendText(buffer, '"')
      appendUnits(buffer, units, column.scale)
      appendText(buffer, '"')
    },
  }
}

function mixedField({ sourceField, targetField }: SideFields, source: Table, target: Table): ShownField {
  const textAt = (side: Side, row: number): string | undefined =>
    side === 'source' ? canonicalText(source, sourceField, row) : canonicalText(target, targetField, row)
  return {
    compare: (s, t) => compareTexts(textAt('source', s), textAt('target', t)),
    compareEqual: (s) => (textAt('source', s) === undefined ? standing.absent : standing.equal),
    append: (buffer, side, row) => appendText(buffer, JSON.stringify(textAt(side, row))),
  }
}

function compareTexts(source: string | undefined, target: string | undefined): Standing {
  if (source === undefined || target === undefined) return standing.absent
  return source === target ? standing.equal : standing.differ
}
