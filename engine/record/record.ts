/** The canonical record: intake reads every format into this shape, and matching reads no other. */

export const textFields = ['reference', 'description', 'counterparty', 'account', 'type', 'status'] as const
export const decimalFields = ['amount', 'gross', 'fee', 'net'] as const
export const dateFields = ['date', 'valueDate'] as const
export const canonicalFields = ['id', ...decimalFields, 'currency', ...dateFields, ...textFields, 'attributes'] as const

export const positionAmong = (fields: readonly string[], field: string): number => fields.indexOf(field)

export type TextField = (typeof textFields)[number]
export type DecimalField = (typeof decimalFields)[number]
export type DateField = (typeof dateFields)[number]

/** A decimal attribute is canonical text, so that hashing a record needs no type for numbers. */
export type AttributeValue = string | boolean | Attributes
export interface Attributes {
  readonly [name: string]: AttributeValue
}

export const attributeDepthMax = 5

/** A blank field is absent: it has no member. Money and dates are canonical text. */
export type CanonicalRecord = { readonly id: string; readonly currency?: string; readonly attributes?: Attributes } & {
  readonly [field in DecimalField | DateField | TextField]?: string
}
