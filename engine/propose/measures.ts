import { float64At } from '../base/at.ts'
import type { DecimalColumn } from '../record/columns.ts'
import type { Table } from '../record/table.ts'
import type { TermInput } from '../rules/language/language.ts'

/** A money value of a record that rules can compare: a field, or two fields added or subtracted. */
export interface Measure {
  readonly name: string
  readonly field?: string
  readonly terms: readonly TermInput[]
  /** One value a row, in units of `10^-scale`; NaN where absent. */
  readonly units: Float64Array
  readonly scale: number
}

export const measureScale = 4

const decimalFields = ['amount', 'net', 'gross'] as const
const attributeCountMax = 4

export function measuresOf(
  table: Table,
  texts: (field: string) => readonly (string | undefined)[],
): readonly Measure[] {
  const single = (field: string): Measure => ({
    name: field,
    field,
    terms: [{ field }],
    units: unitsOf(table.decimal(field)),
    scale: measureScale,
  })
  const decimals = decimalFields.map(single).filter(isUsual)
  const money = table.attributePaths.filter((field) => holdsMoney(texts(field))).slice(0, attributeCountMax)
  const attributes = money.map(single)
  const fees = [
    ...[single('fee')].filter(hasValues),
    ...attributes.filter(({ name }) => /fee|charge|commission/i.test(name)),
  ]
  const bases = decimals.filter(({ name }) => name !== 'net')
  const combined = fees.flatMap((fee) => bases.flatMap((base) => [less(base, fee), plus(base, fee)]))
  return [...decimals, ...attributes, ...combined]
}

const hasValues = ({ units }: Measure): boolean => units.some((unit) => !Number.isNaN(unit))
const isUsual = ({ units }: Measure): boolean =>
  units.reduce((count, unit) => count + (Number.isNaN(unit) ? 0 : 1), 0) >= 0.5 * units.length && units.length > 0

/** Whether nearly all texts are decimals and half of them have a fraction. Whole numbers may be anything. */
function holdsMoney(texts: readonly (string | undefined)[]): boolean {
  const present = texts.filter((text) => text !== undefined)
  if (present.length < 0.5 * texts.length || present.length === 0) return false
  const decimals = present.filter((text) => /^-?[0-9]{1,12}(\.[0-9]{1,4})?$/.test(text))
  return (
    decimals.length >= 0.98 * present.length &&
    decimals.filter((text) => text.includes('.')).length >= 0.5 * present.length
  )
}

/** In units of `10^-measureScale`; NaN for values with more digits or over 2^50. */
function unitsOf(column: DecimalColumn): Float64Array {
  const units = new Float64Array(column.rowCount).fill(Number.NaN)
  const factor = 10 ** (measureScale - column.scale)
  for (let row = 0; row < column.rowCount; row++) {
    const own = column.unitsAt(row)
    if (typeof own !== 'number') continue
    const scaled = own * factor
    const rounded = Math.round(scaled)
    if (Math.abs(scaled - rounded) < 1e-6 && Math.abs(rounded) < 2 ** 50) units[row] = rounded
  }
  return units
}

const less = (base: Measure, fee: Measure): Measure => ({
  name: `${base.name} less ${fee.name}`,
  terms: [...base.terms, { field: fee.name, times: -1, default: '0' }],
  units: base.units.map((unit, row) => unit - zeroIfAbsent(float64At(fee.units, row))),
  scale: measureScale,
})

const plus = (base: Measure, fee: Measure): Measure => ({
  name: `${base.name} and ${fee.name}`,
  terms: [...base.terms, { field: fee.name, default: '0' }],
  units: base.units.map((unit, row) => unit + zeroIfAbsent(float64At(fee.units, row))),
  scale: measureScale,
})

const zeroIfAbsent = (unit: number): number => (Number.isNaN(unit) ? 0 : unit)
