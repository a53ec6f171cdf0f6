import type { CanonicalRecord } from '@tallystick/engine/record'
import type { CriterionInput, RuleInput } from '@tallystick/engine/rules'
import { createRandom } from './random.ts'

/** Cases whose rules compare texts or weigh every pair of a component, made from a seed: the same seed, the same bytes. */

/** Two sides and the rules between them. */
export interface BenchCase {
  readonly name: string
  readonly source: readonly CanonicalRecord[]
  readonly target: readonly CanonicalRecord[]
  readonly rules: readonly RuleInput[]
  /** Steps that the run as a whole may take, where they are counted. */
  readonly stepCountMax?: number
}

type Side = 'source' | 'target'

/** How one side writes record `index`; the random numbers are the side's own. */
type WriteRecord = (index: number, side: Side, random: () => number) => CanonicalRecord

/** All cases: texts compared inside windows or found by an index, and assignments of 100,000 pairs. */
export function textCases(seed: number): readonly BenchCase[] {
  const windows: readonly CriterionInput[] = [
    { field: 'currency' },
    { field: 'amount', tolerance: '1%' },
    { field: 'date', days: 3 },
  ]
  const texts = sidesOf(45_000, seed, payment)
  const similar = (method: 'trigram' | 'levenshtein' | 'token-set' | 'jaro-winkler', min: string): BenchCase => ({
    name: `3 million pairs by ${method}`,
    ...texts,
    rules: [{ id: 'text', match: [...windows, { field: 'description', similarity: { method, min } }] }],
  })
  const indexed: RuleInput = {
    id: 'text',
    ignoreAmount: true,
    match: [{ field: 'currency' }, { field: 'description', similarity: { method: 'trigram', min: '0.9' } }],
  }
  return [
    similar('trigram', '0.8'),
    { ...similar('trigram', '0.8'), name: '3 million pairs by trigram, steps counted', stepCountMax: 1e9 },
    {
      ...similar('trigram', '0.8'),
      name: '3 million pairs by trigram, texts like each other',
      ...sidesOf(45_000, seed, wordy),
    },
    similar('levenshtein', '0.8'),
    similar('token-set', '0.8'),
    similar('jaro-winkler', '0.9'),
    { name: 'an index of 30,000 texts', ...sidesOf(15_000, seed, payment), rules: [indexed] },
    { name: 'six rules link 50,000 names', ...sidesOf(50_000, seed, person), rules: linkage },
    { name: 'six rules link 45,000 transfers', ...sidesOf(45_000, seed, transfer), rules: transferLinkage },
    ...assignments(seed),
  ]
}

/** Links persons by their names, as data stewards do: from equal names to names that are only alike. */
const linkage: readonly RuleInput[] = [
  [{ field: 'date' }, { field: 'description' }],
  [{ field: 'date' }, { field: 'type' }, { field: 'description', similarity: { method: 'token-set', min: '0.8' } }],
  [{ field: 'date' }, { field: 'description', similarity: { method: 'levenshtein', min: '0.8' } }],
  [
    { field: 'date', days: 31 },
    { field: 'type' },
    { field: 'description', similarity: { method: 'trigram', min: '0.7' } },
  ],
  [{ field: 'type' }, { field: 'description', similarity: { method: 'levenshtein', min: '0.9' } }],
  [{ field: 'type' }, { field: 'description', similarity: { method: 'trigram', min: '0.8' } }],
].map((match, index) => ({
  id: `link-${index + 1}`,
  match: match as readonly CriterionInput[],
  assign: 'most',
  ignoreAmount: true,
  crossCurrency: true,
}))

/** Links transfers by memos that the other bank garbles, days later and with other amounts, from sure to doubtful. */
const transferLinkage: readonly RuleInput[] = [
  ['0', 15, 'trigram', '0.5'],
  ['1%', 15, 'trigram', '0.6'],
  ['5%', 15, 'trigram', '0.5'],
  ['5%', 15, 'token-set', '0.4'],
  ['10%', 30, 'levenshtein', '0.6'],
  ['10%', 30, 'jaro-winkler', '0.8'],
].map(([tolerance, days, method, min], index) => ({
  id: `link-${index + 1}`,
  match: [
    { field: 'amount', tolerance },
    { field: 'date', days },
    { field: 'description', similarity: { method, min } },
  ] as readonly CriterionInput[],
  assign: 'most',
}))

/** `assign: "most"`, 100,000 candidates each. */
function assignments(seed: number): readonly BenchCase[] {
  const most = (...match: readonly CriterionInput[]): readonly RuleInput[] => [
    { id: 'most', assign: 'most', match: [{ field: 'reference' }, ...match] },
  ]
  const amount = { field: 'amount', tolerance: '100000' } as const
  const date = { field: 'date', days: 30 } as const
  const groups = (size: number, count: number, amounts: number) =>
    sidesOf(size * count, seed, grouped({ size, amounts }))
  return [
    {
      name: 'most, 25,000 components of 2 by 2 in one block',
      ...sidesOf(50_000, seed, (index, side, random) => ({
        ...grouped({ size: 50_000, amounts: 1 })(index, side, random),
        amount: String(Math.floor(index / 2) * 10 + Math.floor(random() * 4)),
      })),
      rules: most({ field: 'amount', tolerance: '3' }, date),
    },
    { name: 'most, 25,000 components of 2 by 2', ...groups(2, 25_000, 100_000), rules: most(amount, date) },
    { name: 'most, 1,000 components of 10 by 10', ...groups(10, 1_000, 100_000), rules: most(amount, date) },
    { name: 'most, the same with ties', ...groups(10, 1_000, 8), rules: most(amount) },
    { name: 'most, 40 components of 50 by 50', ...groups(50, 40, 100_000), rules: most(amount, date) },
    { name: 'most, one component of 316 by 316', ...groups(316, 1, 100_000), rules: most(amount, date) },
    { name: 'most, the same with ties', ...groups(316, 1, 8), rules: most(amount) },
    {
      name: 'most, one chain of 512 by 512',
      ...sidesOf(512, seed, (index, side, random) => ({
        ...grouped({ size: 512, amounts: 100 })(index, side, random),
        amount: String(index + Math.floor(random() * 4)),
      })),
      rules: most({ field: 'amount', tolerance: '108' }),
    },
  ]
}

function sidesOf(recordCount: number, seed: number, write: WriteRecord): Pick<BenchCase, 'source' | 'target'> {
  const side = (name: Side, ownSeed: number): CanonicalRecord[] => {
    const random = createRandom(ownSeed).fraction
    return Array.from({ length: recordCount }, (_, index) => write(index, name, random))
  }
  return { source: side('source', seed), target: side('target', seed + 1) }
}

const words = 'CARD PAYMENT COFFEE CORNER BERLIN HAMBURG GROCERIES MARKET STATION TRANSFER INVOICE RENT OFFICE SUPPLIES'
const vocabulary = words.split(' ')

/**
 * A card payment: both sides write the same record alike, but for a typing error in the text of one of four. The texts
 * come from a small vocabulary, so that strangers have much in common.
 */
function payment(index: number, side: Side, random: () => number): CanonicalRecord {
  const shared = createRandom(index).fraction
  const pick = (): string => vocabulary[Math.floor(shared() * vocabulary.length)] ?? ''
  const number = String(Math.floor(shared() * 9_000) + 1_000)
  const text = `${pick()} ${pick()} ${number} ${pick()} ${pick()} ${String(index % 900)}`
  const place = Math.floor(random() * text.length * 4)
  return {
    id: `${side}${index}`,
    currency: 'EUR',
    amount: ((10_000 + Math.floor(shared() * 90_000)) / 100).toFixed(2),
    date: dayOf(Math.floor(shared() * 60)),
    description: side === 'source' ? text : `${text.slice(0, place)}${text.slice(place + 1)}`,
    // One of twenty is missing on the other side.
    ...(index % 20 === 0 && { date: dayOf(Math.floor(random() * 60)), description: `${side} ${text}` }),
  }
}

/** A payment whose text is mostly boilerplate, so that comparing two of them takes long. */
function wordy(index: number, side: Side, random: () => number): CanonicalRecord {
  const record = payment(index, side, random)
  return {
    ...record,
    description: `SEPA CREDIT TRANSFER RECEIVED FROM CUSTOMER REFERENCE ${record.description} THANK YOU`,
  }
}

const syllables = 'AN BER CHRI DA ELI FRIE GER HAN ISA JO KAT LU MAR NI OLE PE RO STE TO ULI VIK WAL'.split(' ')

/** A person: the name, with a typing error or its parts turned on one of three lines, the town and the day of birth. */
function person(index: number, side: Side, random: () => number): CanonicalRecord {
  const shared = createRandom(index + 1).fraction
  const part = (): string => syllables[Math.floor(shared() * syllables.length)] ?? ''
  const [given, family] = [`${part()}${part()}`, `${part()}${part()}${part()}`]
  const place = Math.floor(random() * (given.length + family.length) * 4)
  const name = `${given} ${family}`
  const typed = `${name.slice(0, place)}${name.slice(place + 1)}`
  return {
    id: `${side}${index}`,
    amount: '1',
    type: `town ${Math.floor(shared() * 200)}`,
    date: dayOf(Math.floor(shared() * 20_000) + (random() < 0.1 ? 1 : 0)),
    description: random() < 0.1 ? `${family} ${given}` : typed,
  }
}

const purposes = ['payment', 'donation', 'invoice', 'refund', 'rent', 'gift', 'salary']

/**
 * A transfer: a name and a purpose. The other bank cuts the memo off or mistypes it, books it up to ten days later, and
 * sometimes takes up to a twentieth of the amount.
 */
function transfer(index: number, side: Side, random: () => number): CanonicalRecord {
  const shared = createRandom(index + 7).fraction
  const part = (): string => syllables[Math.floor(shared() * syllables.length)] ?? ''
  const name = `${part()}${part()} ${part()}${part()}${part()}`
  const memo = `${name} ${purposes[Math.floor(shared() * purposes.length)] ?? ''}`
  const [amount, day] = [10 * Math.exp(3 * shared()), Math.floor(shared() * 365)]
  if (side === 'source')
    return { id: `s${index}`, amount: amount.toFixed(2), currency: 'EUR', date: dayOf(day), description: memo }
  const place = Math.floor(random() * memo.length * 2)
  const garbled = `${memo.slice(0, place)}${memo.slice(place + 1)}`
  return {
    id: `t${index}`,
    amount: (random() < 0.7 ? amount * (0.95 + random() / 20) : amount).toFixed(2),
    currency: 'EUR',
    date: dayOf(day + Math.floor(random() * 10)),
    description: random() < 0.3 ? garbled.slice(0, name.length + 4) : garbled,
  }
}

/** Records of which each meets all others of its group; `amounts` are how many different amounts there are. */
const grouped =
  ({ size, amounts }: { readonly size: number; readonly amounts: number }): WriteRecord =>
  (index, side, random) => ({
    id: `${side}${index}`,
    reference: `G${Math.floor(index / size)}`,
    // No two records are twins.
    description: `${side} ${index}`,
    currency: 'EUR',
    amount: (Math.floor(random() * amounts) / 100).toFixed(2),
    date: dayOf(Math.floor(random() * 28)),
  })

const dayOf = (day: number): string => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)
