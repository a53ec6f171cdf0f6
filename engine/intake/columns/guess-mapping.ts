import { at } from '../../base/at.ts'
import { isKnownCurrency } from '../../base/currency.ts'
import { nearestName } from '../../base/nearest-name.ts'
import { type MappedColumn, type MappedParts, type Mapping, mappedAt, skipConditions } from '../mapping/mapping.ts'
import { dateOrderOf } from '../values/date-format.ts'
import { decimalSignOf } from '../values/number-format.ts'
import { joinedName } from './column-names.ts'
import { flagPairOf, hasMinus } from './debit-flags.ts'
import { createHeaderReader, type Header, isHeader } from './header.ts'
import { movedAmount } from './moved-amount.ts'
import { movementColumns } from './movement-columns.ts'
import type { SeenColumns } from './seen-columns.ts'

/**
 * Replaces unknown column names in `mapping`, and guesses missing fields from the values. Undefined if no date or no
 * amount is found.
 */
export function guessMapping(seen: SeenColumns, mapping: Mapping, kind: string | undefined): Mapping | undefined {
  const read = (guess: Mapping): Header => createHeaderReader(guess, kind)(seen.cells, seen.rows)
  let guess = corrected(mapping, seen)
  if (seen.line === undefined) guess = { ...guess, header: false }
  const { fields, attributes, amounts } = read(guess)
  const free = seen.names.filter((name) => attributes.some(({ column }) => column.name === name))
  const columns = free.map((name) => ({ name, values: valuesOf(seen, name) }))
  if (!fields.has('date') && !fields.has('valueDate')) {
    const date = columns.find(({ values }) => hasAll(values, isDate))
    if (date !== undefined) guess = { ...guess, date: date.name }
  }
  if (!amounts.some(({ field }) => field !== 'fee')) {
    const amount = guessAmount(columns.filter(({ values }) => !hasAll(values, isDate)))
    if (amount !== undefined) guess = { ...guess, ...signedAmount(amount, seen, guess) }
  }
  if (!fields.has('currency') && read(guess).currency === undefined) {
    const currency = columns.find(({ values }) => hasAll(values, isKnownCurrency))
    if (currency !== undefined) guess = { ...guess, currency: currency.name }
  }
  const header = read(guess)
  const hasDate = header.fields.has('date') || header.fields.has('valueDate')
  return hasDate && isHeader(header, guess) ? guess : undefined
}

interface Values {
  readonly name: string
  /** One value a row; empty for a blank cell. */
  readonly values: readonly string[]
}

const valuesOf = ({ names, rows }: SeenColumns, name: string): readonly string[] => {
  const index = names.indexOf(name)
  return rows.map((cells) => cells.at(index) ?? '')
}

const isDate = (text: string): boolean => dateOrderOf(text) !== undefined

const hasAll = (values: readonly string[], isOfKind: (text: string) => boolean): boolean =>
  values.some((value) => value !== '') && values.every((value) => value === '' || isOfKind(value))

/** A debit and a credit column if each row fills exactly one of them, else the column that looks most like money. */
function guessAmount(columns: readonly Values[]): MappedColumn | undefined {
  const amounts = columns.filter(
    ({ name, values }) =>
      !otherNames.test(joinedName(name)) && hasAll(values, (text) => decimalSignOf(text) !== undefined),
  )
  const [debit, credit] = amounts.filter(({ values }) => values.some(isNothing))
  if (debit !== undefined && credit !== undefined && areSides(debit.values, credit.values))
    return { debit: debit.name, credit: credit.name }
  return amounts.toSorted((left, right) => likeness(right.values) - likeness(left.values))[0]?.name
}

function signedAmount(amount: MappedColumn, seen: SeenColumns, mapping: Mapping): Mapping {
  if (typeof amount !== 'string') return { amount }
  const amounts = valuesOf(seen, amount)
  for (const flag of seen.names)
    for (const column of ['nameless', 'flags'] as const) {
      const found = flagPairOf({ amounts, flags: valuesOf(seen, flag), column })
      if (found !== undefined)
        return { amount: { column: amount, flag, debitValues: [found.debit], creditValues: [found.credit] } }
    }
  if (amounts.some(hasMinus)) return { amount }
  const samples = seen.names.map((name, index) => ({ column: { name, index }, name, cells: valuesOf(seen, name) }))
  return movedAmount(amount, movementColumns(samples.filter(({ name }) => name !== amount)), mapping)
}

const otherNames =
  /saldo|balance|solde|kontostand|zustatek|egyenleg|(?<!after)(fees?|commissions?)(amount)?$|provision$|gebuhr|tax|rate$/

const areSides = (left: readonly string[], right: readonly string[]): boolean =>
  left.every((value, index) => isNothing(value) !== isNothing(at(right, index)))

const isNothing = (value: string): boolean => /^[0.,]*$/.test(value)

/** How much values look like money: values with a sign and cents most, plain numbers least. */
const likeness = (values: readonly string[]): number =>
  (values.some((value) => /[.,]\d\d?\D*$/.test(value)) ? 2 : 0) +
  (values.some((value) => /[-+\u2212]/.test(value)) ? 1 : 0)

function corrected(mapping: Mapping, { names }: SeenColumns): Mapping {
  const byJoinedName = new Map(names.toReversed().map((name) => [joinedName(name), name]))
  let nearestCount = 0
  const nameOf = (column: string): string | undefined => {
    if (names.includes(column.trim())) return column.trim()
    const found = byJoinedName.get(joinedName(column))
    if (found !== undefined) return found
    nearestCount += 1
    return nearestCount > nearestCountMax ? undefined : nearestName(column.trim(), names)
  }
  const entries = Object.entries(mapping).flatMap(([field, mapped]): [string, Mapping[string]][] => {
    if (field === 'skip')
      return [
        [field, skipConditions(mapping).filter(({ column }) => column === undefined || nameOf(column) !== undefined)],
      ]
    if (typeof mapped === 'string' && field !== 'decimal') {
      const name = nameOf(mapped)
      return name === undefined ? [] : [[field, name]]
    }
    const written = mappedAt(mapping, field)
    if (typeof written !== 'object') return [[field, mapped]]
    const parts = correctedParts(written, nameOf)
    return parts === undefined ? [] : [[field, parts]]
  })
  return Object.fromEntries(entries)
}

const nearestCountMax = 20

const columnMembers = ['column', 'debit', 'credit', 'flag'] as const

function correctedParts(parts: MappedParts, nameOf: (column: string) => string | undefined): MappedParts | undefined {
  let found = parts
  for (const member of columnMembers) {
    const column = parts[member]
    if (column === undefined) continue
    const name = nameOf(column)
    if (name === undefined) return undefined
    found = { ...found, [member]: name }
  }
  return found
}
