import type { CriterionInput, NormalizeStep } from '../../../../engine/index.ts'
import { base32, scramble } from '../../../bench/random.ts'
import type { Chance } from './chance.ts'

/** How two systems write the number of one document, and where. */

export interface ReferenceLayout {
  readonly name: string
  readonly sourceField: string
  readonly targetField: string
  readonly source: (number: number) => string
  readonly target: (number: number) => string
  /** A text of the target's field that has no reference; empty where the field stays empty. */
  readonly without: () => string
  /** Holds for the two texts of a number and for no others. */
  readonly criterion: CriterionInput
}

interface Form {
  readonly name: string
  readonly source: (number: number) => string
  readonly target: (number: number) => string
  readonly steps: readonly NormalizeStep[]
}

/** Digits that numbers of a pair of `size` records need. */
const widthOf = (size: number): number => (size > 30_000 ? 7 : 5)

/** Numbers of documents with gaps, all different. */
export function documentNumbers(chance: Chance, size: number): () => number {
  let number = chance.between(100, widthOf(size) === 5 ? 9_000 : 900_000)
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

/** Draws references that have a field of their own on both sides. */
export function inFields(chance: Chance, size: number): ReferenceLayout {
  const form = chance.of(formsOf(chance, size))
  const sourceField = chance.pick(['reference', 'reference', 'attributes.invoiceNo', 'attributes.docNumber'])
  const targetField = chance.pick(['reference', 'reference', 'attributes.endToEndId', 'attributes.externalRef'])
  return {
    name: `${form.name}: ${sourceField} and ${targetField}`,
    sourceField,
    targetField,
    source: form.source,
    target: form.target,
    without: () => '',
    criterion: { ...onFields(sourceField, targetField), ...stepsIfAny(form.steps) },
  }
}

const stepsIfAny = (normalize: readonly NormalizeStep[]): CriterionInput => (normalize.length > 0 ? { normalize } : {})

const year = 2026

function formsOf(chance: Chance, size: number): readonly Form[] {
  const prefix = chance.pick(['INV', 'RE', 'PO', 'SI', 'BILL'])
  const width = widthOf(size)
  const padded = (number: number): string => String(number).padStart(width, '0')
  const dashed = (number: number): string => `${prefix}-${year}-${padded(number)}`
  const short = (number: number): string => `${prefix}${padded(number)}`
  const code = (number: number): string => base32(scramble(number))
  const lower = prefix.toLowerCase()
  return [
    { name: 'equal', source: dashed, target: dashed, steps: [] },
    { name: 'equal codes', source: code, target: code, steps: [] },
    { name: 'letter case', source: code, target: (number) => code(number).toLowerCase(), steps: ['upper'] },
    {
      name: 'separators',
      source: dashed,
      target: (number) => `${lower} ${year} ${padded(number)}`,
      steps: ['upper', 'alphanumeric'],
    },
    {
      name: 'zeros',
      source: dashed,
      target: (number) => `${prefix}/${year}/${number}`,
      steps: ['strip-leading-zeros', 'alphanumeric'],
    },
    { name: 'digits', source: short, target: String, steps: ['digits', 'strip-leading-zeros'] },
    {
      name: 'spoken',
      source: short,
      target: (number) => `${lower} ${padded(number)}`,
      steps: ['upper', 'alphanumeric'],
    },
    { name: 'number of year', source: dashed, target: padded, steps: [{ extract: '#'.repeat(width) }] },
    {
      name: 'prefixed',
      source: short,
      target: (number) => `NTRF ${short(number)} A`,
      steps: [{ extract: `${prefix}${'#'.repeat(width)}` }],
    },
  ]
}

/** Draws references that stand inside the target's text. */
function embedded(chance: Chance, size: number): ReferenceLayout {
  const prefix = chance.pick(['INV', 'RE', 'PO', 'SI'])
  const width = widthOf(size)
  const hashes = '#'.repeat(width)
  const [mask, write] = chance.pick<[string, (number: number) => string]>([
    [`${prefix}-####-${hashes}`, (number) => `${prefix}-${year}-${String(number).padStart(width, '0')}`],
    [`${prefix}${hashes}`, (number) => `${prefix}${String(number).padStart(width, '0')}`],
    [`4${hashes}0`, (number) => `4${String(number).padStart(width, '0')}0`],
  ])
  const isLower = chance.chance(0.3)
  const sourceField = chance.pick(['reference', 'reference', 'attributes.invoiceNo'])
  return {
    name: `inside the description, ${mask}`,
    sourceField,
    targetField: 'description',
    source: write,
    target: (number) => {
      const text = isLower ? write(number).toLowerCase() : write(number)
      return chance.pick([
        `Payment ${text}`,
        `${text} thank you`,
        `invoice ${text} of 3.2.`,
        `RF ${text} / services`,
        text,
      ])
    },
    without: () => chance.pick(['Payment thank you', 'services', 'as agreed', 'see advice', '']),
    criterion: { sourceField, targetField: 'description', normalize: ['upper', { extract: mask }] },
  }
}
