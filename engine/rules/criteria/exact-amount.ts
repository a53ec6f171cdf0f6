import { formatDecimal } from '../../base/decimal.ts'
import { type DecimalColumn, toUnit, type Units } from '../../record/columns.ts'
import { numberUnits } from '../../record/number-units.ts'
import type { BySide } from '../../record/side.ts'
import type { Table } from '../../record/table.ts'
import type { Criterion } from '../language/language.ts'
import type { Comparison, CriterionKind, CriterionMember, Needs, SideFields } from './criterion-kind.ts'
import { neededTolerance } from './needed-tolerance.ts'
import { type AlignedColumn, alignedNumbers, alignedUnits } from './number-range.ts'
import { numberedOnce } from './numbered-once.ts'

export const sign: CriterionMember = {
  name: 'sign',
  readsAttributesAs: 'decimal',
  refusal: (type) => `A ${type} field has no sign`,
  read: (input) => ({ sign: input.sign ?? 'same' }),
}

export const exactAmount: CriterionKind = {
  type: 'decimal',
  op: 'equals',
  members: [sign],
  joinsGroups: true,
  identifies: false,
  compile: (criterion, fields) => ({
    blocking: 'key',
    bind(source, target): Comparison<Units> {
      const values = amountValues({ criterion, fields, source, target, scaleMin: 0 })
      const rowCounts = { source: source.rowCount, target: target.rowCount }
      const columns = { source: source.decimal(fields.sourceField), target: target.decimal(fields.targetField) }
      const number = () => numberUnits({ ...values, rowCounts, columns: values.columns?.() })
      return { ...exactly(values), numbering: () => numberedOnce(columns, criterion.sign ?? 'same', number) }
    },
  }),
  showsFields: true,
  isNumeric: true,
  matchType: 'normalized',
  deviation: {
    member: 'difference',
    write: (difference, scale) =>
      difference === 0 ? {} : { difference: formatDecimal({ coefficient: BigInt(difference), scale }) },
  },
  mismatch: () => 'amount_mismatch',
}

export interface AmountValues {
  readonly scale: number
  /** The columns in numbers, see `NumberRange`; absent for sums. */
  columns?(): BySide<Float64Array> & { readonly least: number }
  source(row: number): Units | undefined
  target(row: number): Units | undefined
  /** Set where sizes are compared. */
  isNegative?(source: number, target: number): boolean
}

export const exactly = (values: AmountValues): Comparison<Units> => ({
  ...values,
  holds: (source, target) => source === target,
  difference: differenceOf,
  evidenceMax: 'exact',
  needs: (source, target) => toleranceFor(undefined, values, [source, target]),
})

/** `{ tolerance }` with the tolerance under which a pair would hold, in the form of the given one. */
export function toleranceFor(
  tolerance: Criterion['tolerance'],
  { scale }: Pick<AmountValues, 'scale'>,
  [source, target]: readonly [Units, Units],
): Needs | undefined {
  const needed = neededTolerance(tolerance, { source, target, difference: differenceOf(source, target), scale })
  return needed === undefined ? undefined : { tolerance: typeof needed === 'string' ? needed : { ...needed } }
}

export function differenceOf(source: Units, target: Units): Units {
  if (typeof source === 'number' && typeof target === 'number') return target - source
  return toUnit(BigInt(target) - BigInt(source))
}

interface AmountSides {
  readonly criterion: Criterion
  readonly fields: SideFields
  readonly source: Table
  readonly target: Table
  readonly scaleMin: number
}

/**
 * Whether amounts whose sizes are compared are negative: the source, or the target beside a source of 0. Then their
 * difference has the other sign than that of their sizes.
 */
export const isOfNegatives = (source: Units = 0, target: Units = 0): boolean =>
  source < 0 || (source <= 0 && target < 0)

/** The amounts of both columns at one scale. `opposite` turns the target, so that its difference to the source is told. */
export function amountValues({ criterion, fields, source, target, scaleMin }: AmountSides): AmountValues {
  const [from, to] = [source.decimal(fields.sourceField), target.decimal(fields.targetField)]
  const scale = Math.max(from.scale, to.scale, scaleMin)
  const isAbsolute = criterion.sign === 'absolute'
  const alignedBy = (column: DecimalColumn, sign: AlignedColumn['sign']): AlignedColumn => ({
    column,
    factor: 10 ** (scale - column.scale),
    sign: isAbsolute ? 'absolute' : sign,
  })
  const aligned = {
    source: alignedBy(from, 'kept'),
    target: alignedBy(to, criterion.sign === 'opposite' ? 'negated' : 'kept'),
  }
  return {
    scale,
    columns: () => ({
      source: alignedNumbers(aligned.source),
      target: alignedNumbers(aligned.target),
      least: Number.NEGATIVE_INFINITY,
    }),
    source: unitsReader(aligned.source),
    target: unitsReader(aligned.target),
    ...(isAbsolute && { isNegative: (s: number, t: number) => isOfNegatives(from.unitsAt(s), to.unitsAt(t)) }),
  }
}

function unitsReader(aligned: AlignedColumn): (row: number) => Units | undefined {
  const { column, factor, sign } = aligned
  if (factor === 1 && sign === 'kept') return column.unitsAt
  return (row) => {
    const own = column.unitsAt(row)
    return own === undefined ? undefined : alignedUnits(own, aligned)
  }
}
