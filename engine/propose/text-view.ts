import { at } from '../base/at.ts'
import type { NormalizeStep } from '../rules/language/language.ts'
import { normalizerOf } from '../rules/text/normalize.ts'
import { maskWords } from '../rules/words/step-words.ts'

/** A view: the normalize steps that turn a text into a key. */
export interface TextView {
  readonly name: string
  readonly steps: readonly NormalizeStep[]
  readonly words: string
  /**
   * Whether the view drops characters in which identifiers may differ. It is used only where different texts keep
   * different keys.
   */
  readonly isLossy?: boolean
}

/** Legal forms of companies, which one system writes and another omits. */
export const legalForms: readonly string[] = [
  ...['GMBH', 'AG', 'KG', 'OHG', 'UG', 'EK', 'E.K.', 'MBH', 'CO', 'CO.', '& CO', '& CO.', 'LTD', 'LTD.', 'LIMITED'],
  ...['PLC', 'LLC', 'LLP', 'INC', 'INC.', 'CORP', 'CORP.', 'CORPORATION', 'COMPANY', 'SA', 'S.A.', 'SAS', 'SARL'],
  ...['SRL', 'S.R.L.', 'SPA', 'S.P.A.', 'BV', 'B.V.', 'NV', 'N.V.', 'AB', 'OY', 'AS', 'A/S', 'APS', 'SP. Z O.O.'],
]

const upperAlphanumeric = ['upper', 'alphanumeric'] as const

export const wholeViews: readonly TextView[] = [
  { name: 'exact', steps: [], words: 'as written' },
  { name: 'plain', steps: upperAlphanumeric, words: 'without case, spaces and punctuation' },
  {
    name: 'zeros',
    steps: ['upper', 'strip-leading-zeros', 'alphanumeric'],
    words: 'without case, punctuation and leading zeros',
  },
  { name: 'digits', steps: ['digits', 'strip-leading-zeros'], words: 'the digits alone', isLossy: true },
  {
    name: 'numbers',
    steps: ['strip-leading-zeros', 'digits'],
    words: 'the digits alone, no number with leading zeros',
    isLossy: true,
  },
  {
    name: 'name',
    steps: ['upper', 'fold-accents', { strip: legalForms }, 'alphanumeric'],
    words: 'as a name without accents and legal form',
  },
  {
    name: 'words',
    steps: ['upper', 'fold-accents', { strip: [...legalForms, ',', ';'] }, 'sort-tokens', 'alphanumeric'],
    words: 'as a name whose words may stand in any order',
  },
]

export const maskView = (mask: string): TextView => ({
  name: `mask-${mask}`,
  steps: ['upper', { extract: mask }],
  words: `the part of the form ${maskWords(mask)}`,
})

export const lastMaskView = (mask: string): TextView => ({
  name: `last-${mask}`,
  steps: ['upper', { extract: mask, take: 'last' }],
  words: `the last part of the form ${maskWords(mask)}`,
})

/** The different texts of a column, and which of them each row has. */
export interface DistinctTexts {
  readonly texts: readonly string[]
  /** For each row the place of its text in `texts`, -1 without one. */
  readonly places: Int32Array
}

export function distinctTexts(column: readonly (string | undefined)[]): DistinctTexts {
  const known = new Map<string, number>()
  const places = Int32Array.from(column, (text) => {
    if (text === undefined) return -1
    const place = known.get(text) ?? known.size
    known.set(text, place)
    return place
  })
  return { texts: [...known.keys()], places }
}

/** The key of each row, undefined where it has none. Each text is normalised once. */
export function keysUnder(view: TextView, { texts, places }: DistinctTexts): readonly (string | undefined)[] {
  const keys = texts.map(normalizerOf(view.steps, {}))
  return Array.from(places, (place) => (place < 0 ? undefined : at(keys, place)))
}

/** A shorter mask fits too much. */
const maskLengthMin = 4
const shapesPerColumn = 3

/**
 * Masks for the different texts of a column of identifiers: their most frequent layouts, with characters that all texts of a layout have in
 * common written out, and the most frequent number of digits at the end.
 */
export function masksOf(texts: readonly string[]): readonly string[] {
  const present = texts.map(normalizerOf(['upper'], {})).filter((text) => text !== undefined)
  // Days are no identifiers.
  if (present.length > 0 && present.every(isDated)) return []
  const common = [...Map.groupBy(present, layoutOf)]
    .filter(([layout, same]) => isUsual(layout) && same.length >= 0.1 * present.length)
    .toSorted(([a, as], [b, bs]) => bs.length - as.length || (a < b ? -1 : 1))
    .slice(0, shapesPerColumn)
    .flatMap(([, same]) => withoutBeginning(maskOf(same)))
    .filter((mask) => /[#@*]/.test(mask))
  const byDigitCount = Map.groupBy(present, (text) => /([0-9]+)[^0-9]*$/.exec(text)?.[1]?.length ?? 0)
  const digits = [...byDigitCount]
    .filter(([length, same]) => length >= maskLengthMin && same.length >= 0.3 * present.length)
    .sort(([a, as], [b, bs]) => bs.length - as.length || a - b)
    .slice(0, 1)
    .map(([length]) => '#'.repeat(length))
  return [...new Set([...common, ...digits])]
}

/** A mask, and the mask without its constant beginning, which another system may omit. */
function withoutBeginning(mask: string): readonly string[] {
  const remainder = mask.replace(/^[^#@*]+/, '')
  return remainder.length >= maskLengthMin ? [mask, remainder] : [mask]
}

const isDated = (text: string): boolean => /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9])/.test(text)

const maskLengthMax = 40

/** Whether texts of a layout have a usual length of a key, and are no sentences. */
const isUsual = (layout: string): boolean =>
  layout.length >= maskLengthMin && layout.length <= maskLengthMax && !/\s.*\s/.test(layout)

const layoutOf = (text: string): string => text.replace(/[#@*?]/g, '\u0000').replace(/[\p{L}0-9]/gu, 'x')

/** A mask for the texts of one layout: at each place their common character, or else the character class. */
function maskOf(texts: readonly string[]): string {
  const all = texts.map((text) => [...text])
  return at(all, 0)
    .map((first, place) => {
      const characters = all.map((text) => at(text, place))
      if (characters.every((character) => /[0-9]/.test(character))) return '#'
      if (characters.every((character) => character === first)) return first
      if (characters.every((character) => /\p{L}/u.test(character))) return '@'
      return '*'
    })
    .join('')
}
