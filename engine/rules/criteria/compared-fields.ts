import type { Side } from '../../record/side.ts'
import type { CriterionInput } from '../language/language.ts'
import type { SideFields } from './criterion-kind.ts'

type NamedFields = Pick<CriterionInput, 'field' | 'sourceField' | 'targetField'>

/** Undefined for a criterion that lacks the field of a side, which is a fault. */
export function comparedFields(criterion: NamedFields): SideFields | undefined {
  const [sourceField, targetField] = [fieldOfSide(criterion, 'source'), fieldOfSide(criterion, 'target')]
  return sourceField === undefined || targetField === undefined ? undefined : { sourceField, targetField }
}

export const fieldOfSide = ({ field, sourceField, targetField }: NamedFields, side: Side): string | undefined =>
  field ?? (side === 'source' ? sourceField : targetField)

/** `amount`, or `amount/gross` where the sides' fields differ. */
export const nameOfFields = ({ sourceField, targetField }: SideFields): string =>
  sourceField === targetField ? sourceField : `${sourceField}/${targetField}`
