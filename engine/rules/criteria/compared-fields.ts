import type { Side } from '../../record/side.ts'
import type { CriterionInput } from '../language/language.ts'
import type { SideFields } from './criterion-kind.ts'

/** Which field of each side a criterion compares: `field` stands for both. */

type NamedFields = Pick<CriterionInput, 'field' | 'sourceField' | 'targetField'>

/** Both fields; undefined where a criterion, which is not effective then, names no field of a side. */
export function comparedFields(criterion: NamedFields): SideFields | undefined {
  const [sourceField, targetField] = [fieldOfSide(criterion, 'source'), fieldOfSide(criterion, 'target')]
  return sourceField === undefined || targetField === undefined ? undefined : { sourceField, targetField }
}

/** The field of one side; undefined where the criterion names none. */
export const fieldOfSide = ({ field, sourceField, targetField }: NamedFields, side: Side): string | undefined =>
  field ?? (side === 'source' ? sourceField : targetField)

/** The name of two fields in results: `amount`, or `amount/gross` where the fields of the sides differ. */
export const nameOfFields = ({ sourceField, targetField }: SideFields): string =>
  sourceField === targetField ? sourceField : `${sourceField}/${targetField}`
