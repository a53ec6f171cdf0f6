import { utf8 } from '../../base/bytes.ts'
import { isCurrencyCode } from '../../base/currency.ts'
import { currencyAt } from '../../record/record-batch.ts'
import type { Column, FieldReader } from '../rows/row.ts'
import { shown } from '../rows/row-fault.ts'
import { isBlank } from './is-blank.ts'

interface TextFieldOptions {
  readonly field: string
  readonly column: Column
  readonly isTrimmed: boolean
}

/** The most UTF-16 units of an id. Other texts are bounded only by the size of their record. */
export const idLengthMax = 256

export function createTextField({ field, column, isTrimmed }: TextFieldOptions): FieldReader {
  return {
    declare: (plan) => plan.readText(field, column.index),
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
  const code = otherwise !== undefined && isCurrencyCode(otherwise) ? currencyAt(utf8(otherwise), 0) : undefined
  const usual = otherwise === undefined ? 0 : code
  return {
    declare: (plan) => plan.readCurrency(column?.index ?? -1, usual),
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
