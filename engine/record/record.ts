/** The canonical record: the one shape every source is read into, and the only one the matching engine knows. */

export const textFields = ['reference', 'description', 'counterparty', 'account', 'type', 'status'] as const
export const decimalFields = ['amount', 'gross', 'fee', 'net'] as const
export const dateFields = ['date', 'valueDate'] as const
export const canonicalFields = ['id', ...decimalFields, 'currency', ...dateFields, ...textFields, 'attributes'] as const

export type TextField = (typeof textFields)[number]
export type DecimalField = (typeof decimalFields)[number]
export type DateField = (typeof dateFields)[number]

/** A decimal attribute is stored as its canonical text, so that a reader needs no number type to hash it. */
export type AttributeValue = string | boolean | Attributes
export interface Attributes {
  readonly [name: string]: AttributeValue
}

export const attributeDepthMax = 5

/** Absent and blank are the same: a field that is not there has no member. Money and dates are canonical text. */
export type CanonicalRecord = { readonly id: string; readonly currency?: string; readonly attributes?: Attributes } & {
  readonly [field in DecimalField | DateField | TextField]?: string
}
