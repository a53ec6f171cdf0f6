import { base32, randomText } from '../../../bench/random.ts'
import type { Chance } from './chance.ts'
import type { Draft } from './draft.ts'

/** Columns that exports have and that tell nothing about what belongs together. */

/** Draws up to four columns for a side; each row's values come from its position. */
export function uselessColumns(chance: Chance): (position: number, date: string) => Draft {
  const columns = chance.shuffled(allColumns(chance)).slice(0, chance.between(0, 4))
  return (position, date) =>
    Object.fromEntries(columns.map(([name, valueAt]) => [`attributes.${name}`, valueAt(position, date)]))
}

function allColumns(chance: Chance): [string, (position: number, date: string) => string][] {
  const two = (max: number): string => String(chance.between(0, max)).padStart(2, '0')
  const users = ['jdoe', 'mmeier', 'import', 'batch']
  const batch = chance.between(100, 999)
  return [
    ['line', (position) => String(position)],
    ['row', (position) => String(position + 1)],
    ['entity', () => 'DE01'],
    ['import', () => `imp-${batch}`],
    ['createdBy', () => chance.of(users)],
    ['hash', () => base32(Math.floor(chance.fraction() * 2 ** 32)).toLowerCase()],
    ['page', (position) => String(1 + Math.floor(position / 40))],
    ['branch', () => String(chance.between(1, 5))],
    ['trace', () => randomText(chance, 6)],
    ['timestamp', (_, date) => `${date}T${two(23)}:${two(59)}:${two(59)}`],
    ['year', (_, date) => date.slice(0, 4)],
    ['weekBooked', (_, date) => date.slice(5, 7)],
    ['posted', () => chance.pick(['true', 'true', 'true', 'false'])],
  ]
}
