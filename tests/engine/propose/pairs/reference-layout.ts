import type { CriterionInput } from '../../../../engine/rules/language/written-form.ts'
import type { Chance } from './chance.ts'
import type { Naming } from './payments.ts'
import { documentWidth, formsOf } from './reference-forms.ts'

/** How two systems write the number of one document, and where. */

export interface ReferenceLayout {
  readonly name: string
  readonly sourceField: string
  readonly targetField: string
  readonly source: (number: number, naming?: Naming) => string
  /** The target's text; one without a reference may be blank, which is an absent field. */
  readonly target: (number: number, naming: Naming) => string
  /** Holds for the two texts of a number and for no others. */
  readonly criterion: CriterionInput
  /** Holds for texts of which one has a fault, too. */
  readonly similar: CriterionInput
}

/** Numbers of documents with gaps, all different. */
export function documentNumbers(chance: Chance, size: number): () => number {
  let number = chance.between(100, documentWidth(size) === 5 ? 9_000 : 900_000)
  return () => {
    number += chance.pick([1, 1, 1, 1, 2, 3, 7])
    return number
  }
}

/** The criterion of two fields, by the short form where they have one name. */
export const onFields = (sourceField: string, targetField: string): CriterionInput =>
  sourceField === targetField ? { field: sourceField } : { sourceField, targetField }

/** Draws the forms of both sides and where they stand. */
export function referenceLayoutOf(chance: Chance, size: number): ReferenceLayout {
  return chance.chance(0.3) ? embedded(chance, size) : inFields(chance, size)
}

const ofReference = ['reference', 'reference', 'reference', 'reference'] as const
const sourceFields = [...ofReference, 'attributes.invoiceNo', 'attributes.document.number', 'description'] as const
const targetFields = [
  ...ofReference,
  'attributes.endToEndId',
  'attributes.payment.externalRef',
  'attributes.docNumber',
] as const

/** Draws references that have a field of their own on both sides. */
export function inFields(chance: Chance, size: number): ReferenceLayout {
  const forms = formsOf(chance, size)
  const form = chance.chance(0.2) ? (forms.find(({ name }) => name === 'equal') ?? chance.of(forms)) : chance.of(forms)
  const [sourceField, targetField] = [chance.of(sourceFields), chance.of(targetFields)]
  const fields = onFields(sourceField, targetField)
  const blank = chance.pick(['', '', '', 'NOTPROVIDED', 'NONREF'])
  const steps = blank === '' ? form.steps : [{ strip: [blank] }, ...form.steps]
  return {
    name: `${form.name}: ${sourceField} and ${targetField}${blank === '' ? '' : `, or ${blank}`}`,
    sourceField,
    targetField,
    source: (number, naming) => (naming === 'unnamed' ? '' : form.source(number)),
    target: (number, naming) => {
      if (naming === 'unnamed') return blank
      return naming === 'typo' ? withFault(chance, form.target(number)) : form.target(number)
    },
    criterion: { ...fields, ...(steps.length > 0 ? { normalize: steps } : {}) },
    similar: { ...fields, normalize: steps, ...similarity },
  }
}

const similarity: CriterionInput = { similarity: { method: 'levenshtein', min: '0.6' } }

/** One digit, or letter, of the last three characters is another. */
function withFault(chance: Chance, text: string): string {
  const places = [1, 2, 3].map((back) => text.length - back).filter((place) => /[0-9]/.test(text.charAt(place)))
  const place = places.length > 0 ? chance.of(places) : text.length - 1
  const others = [...'0123456789'].filter((digit) => digit !== text.charAt(place))
  return `${text.slice(0, place)}${chance.of(others)}${text.slice(place + 1)}`
}

const notices = ['Payment thank you', 'services', 'as agreed', 'see advice', ''] as const

/** The same with the reference of the source in its id; for books in which none is written twice. */
export const asIds = (layout: ReferenceLayout): ReferenceLayout => {
  const fields = { field: undefined, sourceField: 'id', targetField: layout.targetField }
  return {
    ...layout,
    name: `${layout.name}, the source's as its id`,
    sourceField: 'id',
    criterion: { ...layout.criterion, ...fields },
    similar: { ...layout.similar, ...fields },
  }
}

/** Draws references that stand inside the target's text. */
function embedded(chance: Chance, size: number): ReferenceLayout {
  const prefix = chance.pick(['INV', 'RE', 'PO', 'SI'])
  const width = documentWidth(size)
  const hashes = '#'.repeat(width)
  const padded = (number: number): string => String(number).padStart(width, '0')
  const [mask, write] = chance.pick<[string, (number: number) => string]>([
    [`${prefix}-####-${hashes}`, (number) => `${prefix}-2026-${padded(number)}`],
    [`${prefix}${hashes}`, (number) => `${prefix}${padded(number)}`],
    [`4${hashes}0`, (number) => `4${padded(number)}0`],
  ])
  const isLower = chance.chance(0.3)
  const sourceField = chance.pick(['reference', 'reference', 'attributes.invoiceNo', 'description'])
  const targetField = chance.pick(['description', 'description', 'attributes.remittanceInfo', 'reference'])
  const criterion = { ...onFields(sourceField, targetField), normalize: ['upper' as const, { extract: mask }] }
  const lead = sourceField === 'description' ? chance.pick(['Invoice ', 'Sales order / ']) : ''
  return {
    name: `${mask} inside ${targetField}, and ${lead === '' ? 'alone' : 'inside'} in ${sourceField}`,
    sourceField,
    targetField,
    source: (number, naming) => (naming === 'unnamed' ? lead : `${lead}${write(number)}`),
    target: (number, naming) => {
      if (naming === 'unnamed') return chance.of(notices)
      const right = isLower ? write(number).toLowerCase() : write(number)
      return remittanceOf(chance, naming === 'typo' ? withFault(chance, right) : right)
    },
    criterion,
    similar: { ...criterion, ...similarity, nulls: 'skip' },
  }
}

const remittanceOf = (chance: Chance, text: string): string =>
  chance.pick([
    `Payment ${text}`,
    `${text} thank you`,
    `invoice ${text} of 3.2.`,
    `RF ${text} / services`,
    text,
    `Kd ${chance.between(100, 999)} ${text} order ${chance.between(10, 99)}`,
  ])
