import type { Mapping } from '../mapping/mapping.ts'
import { guessMapping } from './guess-mapping.ts'
import { columnsText, type SeenColumns } from './seen-columns.ts'

const mappingLengthMax = 2000

/**
 * Text for the fault of a file without a header: its columns with some values, and a mapping that reads them. May be
 * empty.
 */
export function noHeaderText(seen: SeenColumns | undefined, mapping: Mapping, kind: string | undefined): string {
  if (seen === undefined) return ''
  const guess = guessMapping(seen, mapping, kind)
  const text = guess === undefined ? '' : JSON.stringify(guess)
  const pasted =
    text === '' || text.length > mappingLengthMax
      ? 'A mapping has to name the columns of the amount and of the date: {"date":"…","amount":"…"}'
      : `A mapping that reads them, if its guesses are right: ${text}`
  return `\n${columnsText(seen)}\n${pasted}`
}
