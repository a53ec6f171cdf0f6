import { byteAt, float64At } from '../../base/at.ts'
import { parseDecimal } from '../../base/decimal.ts'
import { decimalFields } from '../../record/record.ts'
import type { RecordValues } from '../../record/record-values.ts'
import { shown } from '../rows/row-fault.ts'
import type { UnsealedRecord } from '../table/record-builder.ts'
import type { DatasetTotals } from './dataset-totals.ts'

/** The control amount of a record is its amount, else its net, else its gross amount. */

const fields = ['amount', 'net', 'gross'] as const

/** Adds nothing for a record without an amount. Throws for an amount that is no decimal: the totals would be wrong. */
export function addControlAmount(totals: DatasetTotals, record: UnsealedRecord): void {
  const text = fields.map((field) => record[field]).find((value) => value !== undefined)
  if (text === undefined) return
  const amount = typeof text === 'string' ? parseDecimal(text) : undefined
  if (amount === undefined) throw new Error(`Got the amount ${shown(text)}, wanted a canonical decimal`)
  totals.add(amount, typeof record['currency'] === 'string' ? record['currency'] : undefined)
}

const positions = fields.map((field) => decimalFields.indexOf(field))

export function addControlValue(totals: DatasetTotals, { coefficients, scales, currency }: RecordValues): void {
  for (const position of positions) {
    const coefficient = float64At(coefficients, position)
    if (Number.isNaN(coefficient)) continue
    totals.addSmall(coefficient, byteAt(scales, position), currency)
    return
  }
}
