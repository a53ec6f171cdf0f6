import { formatDecimal } from '../../base/decimal.ts'
import { type AmountSource, columnsOfAmount, type Mapping, mappedAmount, mappedSource } from '../mapping/mapping.ts'
import { pastedMapping } from '../mapping/pasted-mapping.ts'
import type { Column } from '../rows/row.ts'
import { type RowFault, shown } from '../rows/row-fault.ts'
import { decimalSignOf, readAmount } from '../values/number-format.ts'
import { withoutSuffix } from './column-names.ts'

interface FoundAmount {
  readonly field: string
  readonly source: AmountSource<Column>
}

interface DoubledHeader {
  readonly amounts: readonly FoundAmount[]
  readonly columns: readonly Column[]
  readonly below: readonly (readonly string[])[]
  readonly mapping: Mapping
}

/**
 * The fault of an amount for which two columns of one name have different values, with a mapping for either. Undefined
 * where there is none, or where the mapping chooses.
 */
export function doubledAmount({ amounts, columns, below, mapping }: DoubledHeader): Omit<RowFault, 'line'> | undefined {
  const cellOf = ({ index }: Column, row: readonly string[]): string => row[index]?.trim() ?? ''
  for (const { field, source } of amounts) {
    if (field !== 'amount' || mappedAmount(mapping, field) !== undefined) continue
    for (const taken of columnsOfAmount(source)) {
      const name = withoutSuffix(taken.name)
      const differing = (other: Column) =>
        below.find((row) => {
          const [own, its] = [cellOf(taken, row), cellOf(other, row)]
          return isAmount(own) && isAmount(its) && writtenValue(own) !== writtenValue(its)
        })
      for (const other of columns) {
        const row = other !== taken && withoutSuffix(other.name) === name ? differing(other) : undefined
        if (row === undefined) continue
        const choice = (chosen: Column): string =>
          pastedMapping(mapping, { [field]: mappedSource(source, (each) => (each === taken ? chosen : each).name) })
        const placed = (column: Column): string => `column ${column.index + 1} with ${shown(cellOf(column, row))}`
        const detail = `Got two columns ${shown(name)} with different amounts, ${placed(taken)} and ${placed(other)}: wanted a mapping that chooses one, ${choice(taken)} or ${choice(other)}`
        return { column: taken.name, field, code: 'undecided_column', detail }
      }
    }
  }
  return undefined
}

const isAmount = (text: string): boolean => decimalSignOf(text) !== undefined

/** The value as text; the text itself where it may be one of two values, as `1.234` may. */
function writtenValue(text: string): string {
  const sign = decimalSignOf(text)
  const value = sign === 'undecided' ? undefined : readAmount(text, sign === ',' ? ',' : '.')
  return value === undefined ? text : formatDecimal(value)
}
