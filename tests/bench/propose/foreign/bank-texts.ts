import type { Chance } from '../../../engine/propose/pairs/chance.ts'
import { type Business, foldAccents } from '../../../engine/propose/pairs/names.ts'

/** Names as a bank's statement has them: in capitals, cut, abbreviated, behind words of the bank. */

export interface BankTexts {
  readonly name: string
  readonly write: (business: Business) => string
}

const beginnings: readonly (readonly string[])[] = [
  [''],
  ['SEPA CREDIT TRANSFER ', 'SEPA INSTANT '],
  ['ACH CREDIT ', 'WIRE IN ', 'CHK DEP '],
  ['POS ', 'CARD '],
]
const endings: readonly (readonly string[])[] = [[''], [' REF', ' THANK YOU'], [' LONDON GB', ' BERLIN DE'], ['']]

export function bankTextsOf(chance: Chance): BankTexts {
  const [before, after] = [chance.of(beginnings), chance.of(endings)]
  const [cutTo, keptLength] = [chance.pick([18, 24, 30, 60]), chance.pick([4, 6, 20])]
  const [numberShare, vowelShare] = [chance.pick([0, 0.4]), chance.pick([0, 0.25])]
  return {
    name: `${before.join('|')} to ${cutTo} of ${keptLength}`,
    write: (business) => {
      const words = foldAccents(chance.chance(0.5) ? business.bare : business.name)
        .toUpperCase()
        .split(' ')
      const short = words.map((word) =>
        chance.chance(vowelShare) ? withoutVowels(word) : chance.chance(0.5) ? word.slice(0, keptLength) : word,
      )
      const number = chance.chance(numberShare) ? ` ${chance.between(1_000, 999_999)}` : ''
      return `${chance.of(before)}${short.join(' ').slice(0, cutTo).trim()}${chance.of(after)}${number}`
    },
  }
}

const withoutVowels = (word: string): string => word.slice(0, 1) + word.slice(1).replace(/[AEIOU]/g, '')
