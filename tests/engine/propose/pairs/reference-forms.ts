import type { NormalizeStep } from '../../../../engine/rules/language/criterion-form.ts'
import { base32, scramble } from '../../../bench/random.ts'
import type { Chance } from './chance.ts'

/** How two systems write one number. */
export interface ReferenceForm {
  readonly name: string
  readonly source: (number: number) => string
  readonly target: (number: number) => string
  /** Make the two texts of a number equal, and those of different numbers different. */
  readonly steps: readonly NormalizeStep[]
}

/** Digits that numbers of a pair of `size` records are written with. */
export const documentWidth = (size: number): number => (size > 12_000 ? 7 : 5)

/** The forms to draw from, with a prefix that the seed draws. */
export function formsOf(chance: Chance, size: number): readonly ReferenceForm[] {
  const prefix = chance.pick(['INV', 'RE', 'PO', 'SI', 'BILL'])
  const width = documentWidth(size)
  const padded = (number: number): string => String(number).padStart(width, '0')
  return [...formsOfCodes, ...formsOfNumbers(prefix, padded), ...formsInside(prefix, padded)]
}

const code = (number: number): string => base32(scramble(number))
const long = (number: number): string => `${code(number)}${code(number ^ 0x2545f491)}`.toLowerCase()

const formsOfCodes: readonly ReferenceForm[] = [
  { name: 'equal codes', source: code, target: code, steps: [] },
  { name: 'letter case', source: code, target: (number) => code(number).toLowerCase(), steps: ['upper'] },
  {
    name: 'grouped codes',
    source: long,
    target: (number) => `${long(number).slice(0, 4)} ${long(number).slice(4, 8)} ${long(number).slice(8)}`,
    steps: ['alphanumeric'],
  },
]

type Write = (number: number) => string

function formsOfNumbers(prefix: string, padded: Write): readonly ReferenceForm[] {
  const dashed: Write = (number) => `${prefix}-2026-${padded(number)}`
  const short: Write = (number) => `${prefix}${padded(number)}`
  const lower = prefix.toLowerCase()
  return [
    { name: 'equal', source: dashed, target: dashed, steps: [] },
    { name: 'equal numbers', source: String, target: String, steps: [] },
    {
      name: 'separators',
      source: dashed,
      target: (number) => `${lower} 2026 ${padded(number)}`,
      steps: ['upper', 'alphanumeric'],
    },
    {
      name: 'zeros',
      source: dashed,
      target: (number) => `${prefix}/2026/${number}`,
      steps: ['strip-leading-zeros', 'alphanumeric'],
    },
    { name: 'digits', source: short, target: String, steps: ['digits', 'strip-leading-zeros'] },
    { name: 'prefix of both', source: short, target: (number) => `AR${padded(number)}`, steps: ['digits'] },
    {
      name: 'spoken',
      source: short,
      target: (number) => `${lower} ${padded(number)}`,
      steps: ['upper', 'alphanumeric'],
    },
    {
      name: 'hash sign',
      source: padded,
      target: (number) => `# ${number}`,
      steps: ['digits', 'strip-leading-zeros'],
    },
  ]
}

function formsInside(prefix: string, padded: Write): readonly ReferenceForm[] {
  const short: Write = (number) => `${prefix}${padded(number)}`
  const hashes = '#'.repeat(padded(0).length)
  return [
    {
      name: 'number of year',
      source: (number) => `${prefix}-2026-${padded(number)}`,
      target: padded,
      steps: [{ extract: hashes }],
    },
    {
      name: 'prefixed',
      source: short,
      target: (number) => `NTRF ${short(number)} A`,
      steps: [{ extract: `${prefix}${hashes}` }],
    },
    {
      name: 'year in front',
      source: (number) => `26/${padded(number)}`,
      target: (number) => `${prefix} ${padded(number)}/2026`,
      steps: [{ extract: hashes }],
    },
  ]
}
