import { base32, randomText } from '../../../bench/random.ts'
import type { Chance } from './chance.ts'
import type { Draft } from './draft.ts'

/** Columns that exports have and that tell nothing about what belongs together. */

/** Draws up to five columns for a side; fields that a layout uses are not among them in the end. */
export function uselessColumns(chance: Chance): (position: number, date: string) => Draft {
  const columns = chance.shuffled(allColumns(chance)).slice(0, chance.between(0, 5))
  return (position, date) => Object.fromEntries(columns.map(([name, valueAt]) => [name, valueAt(position, date)]))
}

function allColumns(chance: Chance): [string, (position: number, date: string) => string][] {
  const two = (max: number): string => String(chance.between(0, max)).padStart(2, '0')
  const users = ['jdoe', 'mmeier', 'import', 'batch']
  const batch = chance.between(100, 999)
  return [
    ['attributes.line', (position) => String(position)],
    ['attributes.row', (position) => String(position + 1)],
    ['status', () => 'booked'],
    ['type', () => 'SEPA'],
    ['account', () => 'CH9300762011623852957'],
    ['attributes.entity', () => 'DE01'],
    ['attributes.import', () => `imp-${batch}`],
    ['attributes.createdBy', () => chance.of(users)],
    ['attributes.hash', () => base32(Math.floor(chance.fraction() * 2 ** 32)).toLowerCase()],
    ['attributes.page', (position) => String(1 + Math.floor(position / 40))],
    ['attributes.branch', () => String(chance.between(1, 5))],
    ['attributes.trace', () => randomText(chance, 6)],
    ['attributes.timestamp', (_, date) => `${date}T${two(23)}:${two(59)}:${two(59)}`],
    ['attributes.year', (_, date) => date.slice(0, 4)],
    ['attributes.month', (_, date) => date.slice(5, 7)],
    ['attributes.posted', () => chance.pick(['true', 'true', 'true', 'false'])],
  ]
}
