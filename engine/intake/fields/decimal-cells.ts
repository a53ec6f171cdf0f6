import { byteAt, float64At, int32At } from '../../base/at.ts'
import { createByteKeys } from '../../base/byte-keys.ts'
import { createSmallDecimal, type SmallDecimal } from '../../base/small-decimal.ts'
import { type BufferRange, rangeOf, setView, stringOf } from '../../base/word-buffer.ts'
import { decimalFields, positionAmong } from '../../record/record.ts'
import type { RecordValues } from '../../record/record-values.ts'
import type { AmountSource } from '../mapping/mapping.ts'
import { type Cells, isBlankCell } from '../rows/cells.ts'
import type { Column } from '../rows/row.ts'
import type { DecimalSign } from '../values/number-format.ts'

/** What the values of an amount have shown so far about how the amount is written. */
export interface AmountSpelling {
  /**
   * The decimal sign. `plain`: a point, without thousands separators. `column`: not known yet, the column's values
   * decide.
   */
  sign: DecimalSign | 'plain' | 'column'
  /** Undefined until the first debit other than zero. */
  areDebitsNegative: boolean | undefined
  /**
   * Whether a credit column beside a debit column has a minus, as in some exports of credit cards. Undefined until the
   * first credit other than zero.
   */
  areCreditsNegative: boolean | undefined
}

interface DecimalCellsOptions {
  readonly field: string
  readonly source: AmountSource<Column>
  readonly spelling: AmountSpelling
  /** Undefined for an unknown flag. Called once for each distinct text. */
  readonly isDebit: (flag: string) => boolean | undefined
}

const readers = {
  '.': createSmallDecimal({ sign: '.', group: ',' }),
  ',': createSmallDecimal({ sign: ',', group: '.' }),
  plain: createSmallDecimal({ sign: '.', group: '' }),
  // While the decimal sign is unknown, only amounts without a separator can be read.
  column: createSmallDecimal({ sign: '', group: '' }),
} as const satisfies { readonly [sign in AmountSpelling['sign']]: SmallDecimal }

export function createDecimalCells(options: DecimalCellsOptions): (cells: Cells, values: RecordValues) => boolean {
  const { field, source, spelling } = options
  const position = positionAmong(decimalFields, field)
  const isDebit = createFlagReader(options.isDebit)

  const read = (cells: Cells, { index }: Column, values: RecordValues): boolean => {
    values.coefficients[position] = Number.NaN
    if (isBlankCell(cells, index)) return true
    const reader = readers[spelling.sign]
    if (!reader.read(cells.bytes, int32At(cells.starts, index), int32At(cells.ends, index))) return false
    values.coefficients[position] = reader.coefficient
    values.scales[position] = reader.scale
    return true
  }
  /**
   * Makes a debit negative. False if it is not known yet whether debits have a minus, or if this debit is not written
   * like the others.
   */
  const turn = ({ coefficients }: RecordValues): boolean => {
    const coefficient = float64At(coefficients, position)
    if (isNothing(coefficient)) return true
    if (spelling.areDebitsNegative !== coefficient < 0) return false
    coefficients[position] = -Math.abs(coefficient)
    return true
  }
  if (source.kind === 'column' && source.isNegated)
    return (cells, values) => {
      if (!read(cells, source.column, values)) return false
      const coefficient = float64At(values.coefficients, position)
      if (coefficient !== 0) values.coefficients[position] = -coefficient
      return true
    }
  if (source.kind === 'column') return (cells, values) => read(cells, source.column, values)
  if (source.kind === 'flagged')
    return (cells, values) => {
      if (!read(cells, source.column, values)) return false
      if (isBlankCell(cells, source.column.index)) return true
      const isOut = isDebit(cells, source.flag)
      return isOut === true ? turn(values) : isOut === false
    }
  return (cells, values) => {
    if (!read(cells, source.debit, values)) return false
    if (isBlankCell(cells, source.credit.index)) return turn(values)
    const [debit, scale] = [float64At(values.coefficients, position), byteAt(values.scales, position)]
    if (!read(cells, source.credit, values)) return false
    const credit = float64At(values.coefficients, position)
    if (!isNothing(credit) && (credit < 0 || spelling.areCreditsNegative !== false)) return false
    if (isNothing(debit)) return true
    if (values.coefficients[position] !== 0) return false
    values.coefficients[position] = debit
    values.scales[position] = scale
    return turn(values)
  }
}

const isNothing = (coefficient: number): boolean => !(coefficient < 0) && !(coefficient > 0)

const flagCountMax = 64

function createFlagReader(isDebit: DecimalCellsOptions['isDebit']) {
  const known = createByteKeys()
  const answers: (boolean | undefined)[] = []
  const flag: BufferRange = rangeOf('')
  return ({ view, starts, ends }: Cells, { index }: Column): boolean | undefined => {
    setView(flag, view)
    flag.start = int32At(starts, index)
    flag.end = int32At(ends, index)
    const number = known.count() < flagCountMax ? known.numberOf(flag) : known.find(flag)
    if (number < 0) return isDebit(stringOf(flag))
    if (number === answers.length) answers.push(isDebit(stringOf(flag)))
    return answers[number]
  }
}
