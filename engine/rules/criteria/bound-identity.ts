import type { Side } from '../../record/side.ts'
import type { Table } from '../../record/table.ts'
import type { ComparedValue, Comparison, CriterionKind, SideFields } from './criterion-kind.ts'

/**
 * Identity: two texts that by themselves say that records belong together, such as an equal id or reference. Amounts
 * and dates do not: different events often share them. A text that all records have in common does not either.
 */

/** Basis points from which two similar texts identify their records. */
const identifyingSimilarityMin = 9_000

/** Whether a field says of which kind a record is, and never which record it is. */
export const namesKind = (field: string): boolean => field === 'type' || field === 'status' || field === 'currency'

interface Sides extends SideFields {
  readonly kind: CriterionKind
  readonly source: Table
  readonly target: Table
  /** Whether the values of a side differ among all records; needed where the tables hold only a part of them. */
  readonly tellsApart?: ((place: Side) => boolean) | undefined
}

/**
 * A test whether two values that hold identify their records. They do if the criterion's kind can identify, no field is
 * a type, status or currency, and each side has two distinct values or a single record. The first call takes O(rows).
 */
export function bindIdentity(
  { kind, sourceField, targetField, source, target, tellsApart }: Sides,
  comparison: Comparison,
): (source: ComparedValue, target: ComparedValue) => boolean {
  if (!mayIdentify({ kind, sourceField, targetField })) return () => false
  const isApart = tellsApart ?? ((place) => hasTwoValues(place === 'source' ? source : target, comparison[place]))
  let isTellingApart: boolean | undefined
  return (left, right) => {
    isTellingApart ??= isApart('source') && isApart('target')
    if (!isTellingApart) return false
    return comparison.similarity === undefined || (comparison.similarity(left, right) ?? 0) >= identifyingSimilarityMin
  }
}

export const mayIdentify = ({ kind, sourceField, targetField }: MayIdentify): boolean =>
  kind.identifies && !namesKind(sourceField) && !namesKind(targetField)

type MayIdentify = SideFields & Pick<Sides, 'kind'>

/** Reads the dataset's records only; the residuals behind them in the table do not count. */
function hasTwoValues({ recordCount }: Table, valueAt: Comparison['source']): boolean {
  if (recordCount === 1) return true
  let first: ComparedValue | undefined
  for (let row = 0; row < recordCount; row++) {
    const value = valueAt(row)
    if (value === undefined || value === first) continue
    if (first !== undefined) return true
    first = value
  }
  return false
}
