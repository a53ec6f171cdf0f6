import type { Side } from '../../record/side.ts'
import type { Table } from '../../record/table.ts'
import type { ComparedValue, Comparison, CriterionKind, SideFields } from './criterion-kind.ts'

/**
 * Identity: a text that tells records apart, such as an id or a reference. Records that agree in an amount and a day
 * alone are often not the same event, and a text that all records share identifies none.
 */

/** Basis points from which two similar texts count as the same. */
const identifyingSimilarityMin = 9_000

const fieldsOfKind = new Set(['type', 'status', 'currency'])

interface Sides extends SideFields {
  readonly kind: CriterionKind
  readonly source: Table
  readonly target: Table
  /** Needed where the tables hold only some of the records. */
  readonly tellsApart?: ((place: Side) => boolean) | undefined
}

/**
 * A test whether two values that hold under a criterion identify their records: the kind identifies, neither field says
 * what kind of record it is, and each side has two distinct values, or one record. The first call takes up to O(rows).
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
  kind.identifies && !fieldsOfKind.has(sourceField) && !fieldsOfKind.has(targetField)

type MayIdentify = SideFields & Pick<Sides, 'kind'>

/** Residuals are no records of the dataset. */
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
