import { nearestName } from '../base/nearest-name.ts'
import { dateFields, decimalFields, textFields } from '../record/record.ts'

/** What a field of the rule language holds. An attribute is text that a criterion may read as a decimal or a date. */
export type FieldType = 'decimal' | 'date' | 'text' | 'attribute'

const typeByField = new Map<string, FieldType>([
  ['id', 'text'],
  ['currency', 'text'],
  ...textFields.map((field): [string, FieldType] => [field, 'text']),
  ...decimalFields.map((field): [string, FieldType] => [field, 'decimal']),
  ...dateFields.map((field): [string, FieldType] => [field, 'date']),
])

/** The type of `field`, or undefined when there is no such field. */
export function fieldType(field: string): FieldType | undefined {
  return isAttributePath(field) ? 'attribute' : typeByField.get(field)
}

/** What a field that there is not should have been. */
export function fieldWanted(field: string): string {
  const nearest = nearestName(field, [...typeByField.keys()])
  return `a canonical field or attributes.<path>${nearest === undefined ? '' : `; the nearest is ${nearest}`}`
}

/** Whether `field` names an attribute: `attributes.` and a path. */
export function isAttributePath(field: string): boolean {
  return field.startsWith('attributes.') && field.length > 'attributes.'.length
}

/** The type that values of `source` and `target` are compared as, or undefined when they have none in common. */
export function comparedType(source: FieldType, target: FieldType): 'decimal' | 'date' | 'text' | undefined {
  if (source === 'attribute') return target === 'attribute' ? 'text' : target
  return target === 'attribute' || source === target ? source : undefined
}
