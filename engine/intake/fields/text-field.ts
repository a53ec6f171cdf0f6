import { int32At } from '../../base/at.ts'
import { utf8 } from '../../base/bytes.ts'
import { isCurrencyCode } from '../../base/currency.ts'
import { setView } from '../../base/word-buffer.ts'
import { positionAmong, textFields } from '../../record/record.ts'
import { currencyAt } from '../../record/record-values.ts'
import { isBlankCell } from '../rows/cells.ts'
import type { Column, FieldReader } from '../rows/row.ts'
import { shown } from '../rows/row-fault.ts'
import { isBlank } from './decimal-field.ts'

interface TextFieldOptions {
  readonly field: string
  readonly column: Column
  readonly isTrimmed: boolean
}

/** The most UTF-16 units of an id. Other texts are bounded only by the size of their record. */
export const idLengthMax = 256

export function createTextField({ field, column, isTrimmed }: TextFieldOptions): FieldReader {
  const position = positionAmong(textFields, field)
  return {
    readCells(cells, values) {
      const [start, end] = [int32At(cells.starts, column.index), int32At(cells.ends, column.index)]
      if (position >= 0) {
        values.starts[position] = start
        values.ends[position] = end
        return true
      }
      setView(values.id, cells.view)
      values.id.start = start
      values.id.end = end
      // The number of bytes is enough to compare: a text has no more UTF-16 units than bytes.
      return end - start <= idLengthMax
    },
    read(row, draft) {
      const cell = row.cell(column)
      if (isBlank(cell)) return
      if (typeof cell !== 'string')
        return draft.fault('invalid_text', `Got ${shown(cell)}, wanted text`, { column, field })
      if (field === 'id' && cell.length > idLengthMax) {
        const got = `Got an id of ${cell.length} characters`
        return draft.fault('invalid_text', `${got}, wanted at most ${idLengthMax}`, { column, field })
      }
      draft.record[field] = isTrimmed ? cell.trim() : cell
    },
  }
}

interface CurrencyFieldOptions {
  readonly column: Column | undefined
  /** The currency of records that name none. */
  readonly otherwise: string | undefined
  readonly isTrimmed: boolean
}

/** Reads currency codes. In tables they may be in lower case, as some systems write them. */
export function createCurrencyField({ column, otherwise, isTrimmed }: CurrencyFieldOptions): FieldReader {
  const usual = otherwise !== undefined && isCurrencyCode(otherwise) ? currencyAt(utf8(otherwise), 0) : 0
  return {
    readCells(cells, values) {
      values.currency = usual
      if (column === undefined || isBlankCell(cells, column.index)) return usual !== 0 || otherwise === undefined
      const start = int32At(cells.starts, column.index)
      if (int32At(cells.ends, column.index) - start !== 3) return false
      values.currency = currencyAt(cells.bytes, start) || (isTrimmed ? anyCaseCurrencyAt(cells.bytes, start) : 0)
      return values.currency !== 0
    },
    read(row, draft) {
      const cell = column && row.cell(column)
      if (column === undefined || isBlank(cell)) {
        if (otherwise !== undefined) draft.record['currency'] = otherwise
        return
      }
      const code = typeof cell === 'string' && isTrimmed ? cell.trim().toUpperCase() : cell
      if (typeof code === 'string' && isCurrencyCode(code)) {
        draft.record['currency'] = code
        draft.statedCurrency = code
        return
      }
      const got = `Got ${shown(cell)}`
      draft.fault('invalid_currency', `${got}, wanted an ISO 4217 code in upper case, such as EUR`, {
        column,
        field: 'currency',
      })
    },
  }
}

const anyCaseCurrencyAt = (bytes: Uint8Array, start: number): number =>
  currencyAt(
    bytes.slice(start, start + 3).map((byte) => (byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte)),
    0,
  )
