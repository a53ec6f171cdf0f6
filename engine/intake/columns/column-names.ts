import { at } from '../../base/at.ts'
import { isKnownCurrency } from '../../base/currency.ts'
import { createFreeNames } from '../rows/free-names.ts'
import type { Column } from '../rows/row.ts'

/**
 * Names of columns for each canonical field, the most reliable first. They are plain names, compared without spaces.
 */
export type ColumnNames = ReadonlyMap<string, readonly string[]>

/**
 * Names columns by the cells of a header. A blank cell gives the column's position, counted from 1; a repeated name
 * gets a suffix.
 */
export function nameColumns(cells: readonly string[]): readonly Column[] {
  const free = createFreeNames()
  return cells.map((cell, index) => ({ name: free(cell.trim() || String(index + 1)), index }))
}

/** The name of a column as its header has it, without the suffix of a repeated name. */
export const withoutSuffix = (name: string): string => repeatedName.exec(name)?.[1] ?? name

const repeatedName = /^(.*\S)#\d+$/s

/** Letters that Unicode does not split into a letter and an accent. */
const plainLetters: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['ł', 'l'],
  ['ø', 'o'],
  ['æ', 'ae'],
  ['đ', 'd'],
])

/** Lower case without accents; everything but letters and digits becomes one space. */
export const plainName = (name: string): string =>
  isAscii.test(name)
    ? name
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, ' ')
        .trim()
    : plainOfLetters(name)

const isAscii = /^[ -~]*$/

const plainOfLetters = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßłøæđ]/g, (letter) => plainLetters.get(letter) ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The plain name without spaces: equal for `bookingDate`, `booking_date`, `Booking date` and `BOOKINGDATE`. */
export const joinedName = (name: string): string => joined(plainName(name))

export const joined = (name: string): string => name.replaceAll(' ', '')

/** Longer cells are not headers, and finding a currency in them would cost the square of their length. */
const nameLengthMax = 200

const currencies: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
  ['£', 'GBP'],
])

/** Removes a currency or `UTC` from the end: `Betrag (EUR)`, `Umsatz in EUR`, `Amount CZK`, `Created (UTC)`. */
export function withoutCurrency(name: string): { readonly name: string; readonly currency: string | undefined } {
  const parts = name.length > nameLengthMax ? null : /^(.+?)[\s([]+([A-Z]{3}|[Ee]uros?|EUROS?|€|£)\s?[)\]]?$/.exec(name)
  if (parts === null) return { name, currency: undefined }
  const [shorter, word] = [at(parts, 1).replace(/\s(?:[Ii]|[Ee])n$/, ''), at(parts, 2)]
  if (word === 'UTC') return { name: shorter, currency: undefined }
  const code = currencies.get(word.toLowerCase()) ?? word
  return isKnownCurrency(code) ? { name: shorter, currency: code } : { name, currency: undefined }
}
