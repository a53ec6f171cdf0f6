import type { CriterionInput } from '../../../../engine/rules/language/written-form.ts'
import type { Chance } from './chance.ts'

/** How payments list the invoices that they pay. */
export interface ListLayout {
  readonly name: string
  readonly itemField: string
  readonly textField: string
  readonly write: (number: number) => string
  readonly list: (codes: readonly string[]) => string
  readonly criterion: CriterionInput
  /** Holds for a text that names one invoice. */
  readonly single: CriterionInput
}

interface Form {
  readonly name: string
  readonly write: (number: number) => string
  /** As the payer writes it. */
  readonly written?: (number: number) => string
  readonly mask?: string
}

const padded = (number: number, width: number): string => String(number).padStart(width, '0')

const formsOf = (width: number): readonly Form[] => [
  { name: 'INV-00000', write: (number) => `INV-${padded(number, width)}`, mask: `INV-${'#'.repeat(width)}` },
  { name: 'RE2026/00000', write: (number) => `RE2026/${padded(number, width)}`, mask: `RE2026/${'#'.repeat(width)}` },
  { name: 'numbers', write: (number) => `70${padded(number, 7)}`, mask: '70#######' },
  { name: 'codes', write: (number) => `A${padded(number, width)}B`, mask: `A${'#'.repeat(width)}B` },
]

/** Draws the form of numbers, what separates them, and the fields of both sides. */
export function listLayoutOf(chance: Chance, size: number): ListLayout {
  const separator = chance.pick([', ', '; ', ' ', ' + ', ' and ', ',', ' & '])
  const lead = chance.pick(['', 'Inv. ', 'Payment for ', 'paying: ', 'Rg '])
  const form = chance.of(formsOf(size > 12_000 ? 7 : 5))
  const isLower = chance.chance(0.3)
  const [itemField, textField] = chance.pick([
    ['reference', 'description'],
    ['attributes.invoiceNo', 'description'],
    ['reference', 'reference'],
    ['reference', 'attributes.remittance'],
    ['description', 'description'],
  ])
  const fields = itemField === textField ? { field: itemField } : { sourceField: itemField, targetField: textField }
  return {
    name: `${form.name} by "${separator}": ${itemField} and ${textField}`,
    itemField,
    textField,
    write: form.write,
    list: (codes) => `${lead}${codes.map((code) => (isLower ? code.toLowerCase() : code)).join(separator)}`,
    criterion: { ...fields, op: 'listed', normalize: ['upper'] },
    single: { ...fields, normalize: ['upper', { extract: form.mask ?? '' }] },
  }
}
