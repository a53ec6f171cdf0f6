import type { CriterionInput } from '../../../../engine/rules/language/written-form.ts'
import type { Chance } from './chance.ts'
import { dateText, workdaysAfter } from './days.ts'
import type { Draft } from './draft.ts'

/** How tills and banks write stores and days. */

export interface Place {
  readonly store: number
  readonly day: number
}

export interface StoreLayout {
  readonly name: string
  readonly source: (place: Place) => Draft
  readonly target: (place: Place) => Draft
  readonly criteria: readonly CriterionInput[]
}

/** Draws a layout. */
export const storeLayoutOf = (chance: Chance): StoreLayout => chance.of([...byFields, ...byKey])

/** Draws how many bags a day makes: whole tens, and a last one with the rest. */
export function bagsOf(chance: Chance): (cents: number) => readonly number[] {
  const counts = chance.pick([[2, 3], [1, 2, 2, 3], [1]])
  return (cents) => {
    const bagCount = chance.of(counts)
    const first = Math.floor(cents / bagCount / 1_000) * 1_000
    const bags = Array.from({ length: bagCount - 1 }, (_, index) => first - 1_000 * index)
    const rest = cents - bags.reduce((sum, bag) => sum + bag, 0)
    return [...bags, rest].filter((bag) => bag > 0)
  }
}

const numbered = ({ store }: Place): string => String(100 + store)
const towns = ['Bern', 'Basel', 'Chur', 'Genf', 'Olten', 'Thun', 'Visp', 'Wil', 'Zug', 'Aarau']
const town = ({ store }: Place): string =>
  `${towns[store % towns.length] ?? ''} ${1 + Math.floor(store / towns.length)}`

const byFields: readonly StoreLayout[] = [
  {
    name: 'store and day',
    source: (place) => ({ date: dateText(place.day), 'attributes.store': numbered(place) }),
    target: (place) => ({ date: dateText(place.day), 'attributes.store': numbered(place) }),
    criteria: [{ field: 'attributes.store' }, { field: 'date' }],
  },
  {
    name: 'store by its name, day of the sale in valueDate',
    source: (place) => ({ date: dateText(place.day), 'attributes.store': numbered(place) }),
    target: (place) => ({
      date: dateText(workdaysAfter(place.day, 1)),
      valueDate: dateText(place.day),
      counterparty: `Store ${numbered(place)}`,
    }),
    criteria: [
      { sourceField: 'attributes.store', targetField: 'counterparty', normalize: ['digits'] },
      { sourceField: 'date', targetField: 'valueDate' },
    ],
  },
  {
    name: 'account of the store',
    source: (place) => ({ date: dateText(place.day), account: numbered(place), type: 'cash' }),
    target: (place) => ({ date: dateText(place.day), account: `0${numbered(place)}`, type: 'deposit' }),
    criteria: [{ field: 'account', normalize: ['strip-leading-zeros'] }, { field: 'date' }],
  },
  {
    name: 'town of the store',
    source: (place) => ({
      date: dateText(place.day),
      counterparty: `Filiale ${town(place)}`,
      'attributes.till': numbered(place),
    }),
    target: (place) => ({ date: dateText(place.day), counterparty: town(place).toUpperCase() }),
    criteria: [{ field: 'counterparty', normalize: ['upper', { strip: ['FILIALE'] }] }, { field: 'date' }],
  },
]

const byKey: readonly StoreLayout[] = [
  {
    name: 'one key of store and day',
    source: (place) => ({ date: dateText(place.day), reference: `S${numbered(place)}-${dateText(place.day)}` }),
    target: (place) => ({
      date: dateText(workdaysAfter(place.day, 1)),
      reference: `S${numbered(place)}/${dateText(place.day).replaceAll('-', '')}`,
    }),
    criteria: [{ field: 'reference', normalize: ['alphanumeric'] }],
  },
  {
    name: 'number of the bag sheet',
    source: (place) => ({
      date: dateText(place.day),
      'attributes.sheet': sheet(place),
      'attributes.store': numbered(place),
    }),
    target: (place) => ({
      date: dateText(workdaysAfter(place.day, 2)),
      description: `CASH DEPOSIT SHEET ${sheet(place)}`,
    }),
    criteria: [{ sourceField: 'attributes.sheet', targetField: 'description', normalize: ['digits'] }],
  },
]

const sheet = ({ store, day }: Place): string => String(1_000_000 + 10_000 * store + (day % 10_000))
