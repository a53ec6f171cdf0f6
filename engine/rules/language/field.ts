import { nearestHint } from '../../base/nearest-name.ts'
import { dateFields, decimalFields, textFields } from '../../record/record.ts'

/** An `attribute` is text; a criterion may also read it as a decimal or a date. */
export type FieldType = 'decimal' | 'date' | 'text' | 'attribute'

const typeByField = new Map<string, FieldType>([
  ['id', 'text'],
  ['currency', 'text'],
  ...textFields.map((field): [string, FieldType] => [field, 'text']),
  ...decimalFields.map((field): [string, FieldType] => [field, 'decimal']),
  ...dateFields.map((field): [string, FieldType] => [field, 'date']),
])

export function fieldType(field: string): FieldType | undefined {
  return isAttributePath(field) ? 'attribute' : typeByField.get(field)
}

export function fieldWanted(field: string): string {
  return `a canonical field or attributes.<path>${nearestHint(field, [...typeByField.keys()])}`
}

export function isAttributePath(field: string): boolean {
  return field.startsWith('attributes.') && field.length > 'attributes.'.length
}

/** The type as which values of two fields are compared; undefined when the fields have no type in common. */
export function comparedType(source: FieldType, target: FieldType): 'decimal' | 'date' | 'text' | undefined {
  if (source === 'attribute') return target === 'attribute' ? 'text' : target
  return target === 'attribute' || source === target ? source : undefined
}
