import { type Mapping, skipConditions } from '../mapping/mapping.ts'
import type { MovementColumn } from './movement-columns.ts'
import { type Movement, movementOf } from './movement-words.ts'

const valuesOf = ({ values, words }: MovementColumn, wanted: Movement): readonly string[] =>
  values.filter((value) => movementOf(value, words) === wanted)

/**
 * A mapping that gives an amount its sign by words of other columns: words for outgoing money mark debits, all others
 * credits. Rows that move no money are skipped.
 */
export function movedAmount(amount: string, columns: readonly MovementColumn[], mapping: Mapping): Mapping {
  const unmoved = columns.flatMap((each) =>
    valuesOf(each, 'none').map((equals) => ({ column: each.column.name, equals })),
  )
  const skip = unmoved.length === 0 ? {} : { skip: [...skipConditions(mapping), ...unmoved] }
  const flag = columns.find((each) => debitsOf(each).length > 0)
  if (flag === undefined) return { amount, ...skip }
  const debitValues = debitsOf(flag)
  const others = [...debitValues, ...valuesOf(flag, 'none')]
  const creditValues = flag.values.filter((value) => !others.includes(value))
  const isListed = creditValues.length > 0 && creditValues.every((value) => value.length <= flagLengthMax)
  const flagged = { column: amount, flag: flag.column.name, debitValues, ...(isListed && { creditValues }) }
  return { amount: flagged, ...skip }
}

const flagLengthMax = 40

/**
 * The values of a column that mean outgoing money. Without a word for it, blank cells are outgoing beside credits, and
 * credits are outgoing beside sales.
 */
function debitsOf(column: MovementColumn): readonly string[] {
  const [back, credits] = [valuesOf(column, 'back'), valuesOf(column, 'credit')]
  if (back.length > 0 || !column.doubtsCredits || credits.length === 0) return back
  return column.values.includes('') ? [''] : credits
}
