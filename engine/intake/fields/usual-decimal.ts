import type { JsonValue } from '../../base/canonical.ts'
import type { AmountSource, FlagValues } from '../mapping/mapping.ts'
import type { Column } from '../rows/row.ts'
import type { UsualPlan } from '../rows/usual-plan.ts'
import type { DecimalSign } from '../values/number-format.ts'
import { isBlank } from './is-blank.ts'

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

interface UsualDecimalOptions {
  readonly field: string
  readonly source: AmountSource<Column>
}

/** While the decimal sign is unknown, only amounts without a separator are usual. */
const signs = {
  '.': { sign: '.', group: ',' },
  ',': { sign: ',', group: '.' },
  plain: { sign: '.', group: '' },
  column: { sign: '', group: '' },
} as const

export function declareDecimal(
  plan: UsualPlan,
  { field, source }: UsualDecimalOptions,
  spelling: AmountSpelling,
): void {
  const { areDebitsNegative, areCreditsNegative } = spelling
  const written = { ...signs[spelling.sign], areDebitsNegative, areCreditsNegative }
  const isDebit = (flag: string) => (source.kind === 'flagged' ? isDebitFlag(flag, source.flags) : undefined)
  const [first, second] = cellsOf(source)
  const kind = source.kind === 'column' && source.isNegated ? 'negated' : source.kind
  plan.readDecimal(field, { ...written, kind, cell: first.index, other: second.index, isDebit })
}

function cellsOf(source: AmountSource<Column>): readonly [Column, Column] {
  if (source.kind === 'sides') return [source.debit, source.credit]
  return [source.column, source.kind === 'flagged' ? source.flag : source.column]
}

/** Undefined for an unknown flag. */
export function isDebitFlag(cell: JsonValue | undefined, flags: FlagValues): boolean | undefined {
  if (typeof cell === 'object' && cell !== null) return undefined
  const flag = isBlank(cell) ? '' : String(cell).trim().toUpperCase()
  const isIn = (values: readonly string[]): boolean => values.some((value) => value.trim().toUpperCase() === flag)
  if (isIn(flags.debit)) return true
  if (flags.credit === undefined ? flag !== '' : isIn(flags.credit)) return false
  return undefined
}
