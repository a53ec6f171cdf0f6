import type { CriterionInput } from '../../../../engine/rules/language/written-form.ts'
import { base32, scramble } from '../../../bench/random.ts'
import type { Chance } from './chance.ts'

/** What a system makes of the long references of another. */
export interface Renaming {
  readonly name: string
  readonly source: Write
  readonly target: Write
  readonly criterion: CriterionInput
}

type Write = (number: number) => string

const code: Write = (number) => `${base32(scramble(number))}${base32(scramble(number ^ 0x2545f491))}`
const padded: Write = (number) => String(number).padStart(7, '0')

/** The renamings to draw from, with lengths and prefixes that the seed draws. */
export function renamings(chance: Chance): readonly Renaming[] {
  const shop = chance.pick(['WEB', 'ACME', 'SHOP-EU'])
  return [...cuts(chance, shop), ...additions(shop), ...replacements]
}

function cuts(chance: Chance, shop: string): readonly Renaming[] {
  const long: Write = (number) => `${shop}-${padded(number)}-${code(number)}-${code(number + 1)}`
  const order: Write = (number) => `${code(number)}${code(number + 7)}`
  const [first, last] = [chance.between(shop.length + 9, 35), chance.between(12, 20)]
  return [
    {
      name: `first ${first}`,
      source: long,
      target: (number) => long(number).slice(0, first),
      criterion: { op: 'starts', min: first },
    },
    {
      name: `last ${last}`,
      source: long,
      target: (number) => long(number).slice(-last),
      criterion: { op: 'ends', min: last },
    },
    {
      name: 'first 12, lower case',
      source: order,
      target: (number) => order(number).toLowerCase().slice(0, 12),
      criterion: { op: 'starts', min: 12, normalize: ['upper'] },
    },
    {
      name: 'first 16, separators left out',
      source: (number) => `${padded(number)}-${code(number)}-${code(number + 3)}`,
      target: (number) => `${padded(number)}${code(number)}`.slice(0, 16),
      criterion: { op: 'starts', min: 16, normalize: ['alphanumeric'] },
    },
    {
      name: 'prefix added, cut to 35',
      source: (number) => `${code(number)}${code(number + 5)}${code(number + 9)}`,
      target: (number) => `EREF+${code(number)}${code(number + 5)}${code(number + 9)}`.slice(0, 35),
      criterion: { op: 'starts', min: 30, normalize: [{ after: 'EREF+' }] },
    },
  ]
}

const additions = (shop: string): readonly Renaming[] => [
  {
    name: 'prefix added',
    source: (number) => `${shop}${padded(number)}`,
    target: (number) => `SEPA/${shop}${padded(number)}`,
    criterion: { normalize: [{ extract: `${shop}#######` }] },
  },
  {
    name: 'prefix added to codes',
    source: code,
    target: (number) => `PSP-${code(number)}`,
    criterion: { normalize: [{ after: 'PSP-' }] },
  },
  {
    name: 'suffix added',
    source: code,
    target: (number) => `${code(number)}-${number % 9}`,
    criterion: { op: 'starts', min: 14 },
  },
  {
    name: 'prefix and suffix added',
    source: padded,
    target: (number) => `${shop}/${padded(number)}/${number % 7}`,
    criterion: { normalize: [{ extract: '#######' }] },
  },
]

const replacements: readonly Renaming[] = [
  {
    name: 'prefix replaced',
    source: (number) => `ORD-${padded(number)}`,
    target: (number) => `P${padded(number)}`,
    criterion: { normalize: ['digits'] },
  },
  {
    name: 'prefix replaced, zeros left out',
    source: (number) => `ORD-${padded(number)}`,
    target: (number) => `Bestellung ${number}`,
    criterion: { normalize: ['digits', 'strip-leading-zeros'] },
  },
]
