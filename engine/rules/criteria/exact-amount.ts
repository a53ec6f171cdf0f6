import { formatDecimal } from '../../base/decimal.ts'
import { type DecimalColumn, toUnit, type Units } from '../../record/columns.ts'
import type { Table } from '../../record/table.ts'
import type { Criterion } from '../language.ts'
import type { Comparison, CriterionKind, CriterionMember, Needs, SideFields } from './criterion-kind.ts'
import { neededTolerance } from './needed-tolerance.ts'
import { readOnce } from './read-once.ts'

export const sign: CriterionMember = {
  name: 'sign',
  readsAttributesAs: 'decimal',
  refusal: (type) => `A ${type} field has no sign`,
  read: (input) => ({ sign: input.sign ?? 'same' }),
}

/** Amounts that are equal after `sign`. */
export const exactAmount: CriterionKind = {
  type: 'decimal',
  op: 'equals',
  members: [sign],
  joinsGroups: true,
  identifies: false,
  compile: (criterion, fields) => ({
    blocking: 'key',
    bind: (source, target) => exactly(amountValues({ criterion, fields, source, target, scaleMin: 0 })),
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

/** The amounts of both sides after `sign`, in units of `10^-scale`. */
export interface AmountValues {
  readonly scale: number
  source(row: number): Units | undefined
  target(row: number): Units | undefined
}

/** Amounts compared for equality: the start of every comparison of amounts. */
export const exactly = (values: AmountValues): Comparison<Units> => ({
  ...values,
  holds: (source, target) => source === target,
  difference: differenceOf,
  evidenceMax: 'exact',
  needs: (source, target) => toleranceFor(undefined, values, [source, target]),
})

/** `{ tolerance }`: what a pair of amounts would need of a tolerance of this form. */
export function toleranceFor(
  tolerance: Criterion['tolerance'],
  { scale }: Pick<AmountValues, 'scale'>,
  [source, target]: readonly [Units, Units],
): Needs | undefined {
  const needed = neededTolerance(tolerance, { source, target, difference: differenceOf(source, target), scale })
  return needed === undefined ? undefined : { tolerance: typeof needed === 'string' ? needed : { ...needed } }
}

/** Target − source, exact. */
export function differenceOf(source: Units, target: Units): Units {
  if (typeof source === 'number' && typeof target === 'number') return target - source
  return toUnit(BigInt(target) - BigInt(source))
}

interface AmountSides {
  readonly criterion: Criterion
  readonly fields: SideFields
  readonly source: Table
  readonly target: Table
  /** The digits after the point that the values have at least. */
  readonly scaleMin: number
}

/** Both columns at one scale; `sign` is applied once, here. */
export function amountValues({ criterion, fields, source, target, scaleMin }: AmountSides): AmountValues {
  const [from, to] = [source.decimal(fields.sourceField), target.decimal(fields.targetField)]
  const scale = Math.max(from.scale, to.scale, scaleMin)
  const isAbsolute = criterion.sign === 'absolute'
  const aligned = (column: DecimalColumn, rowCount: number, isNegated: boolean) => {
    const factor = 10n ** BigInt(scale - column.scale)
    return readOnce(rowCount, (row) => {
      const own = column.unitsAt(row)
      if (own === undefined) return undefined
      const flips = isNegated || (isAbsolute && own < 0)
      if (factor === 1n && !flips) return own
      const units = BigInt(own) * factor
      return toUnit(flips ? -units : units)
    })
  }
  return {
    scale,
    source: aligned(from, source.rowCount, criterion.sign === 'opposite'),
    target: aligned(to, target.rowCount, false),
  }
}
