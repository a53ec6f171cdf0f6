import { at } from '../base/at.ts'
import type { NormalizeStep } from '../rules/language/language.ts'
import { normalizerOf, normalizeText } from '../rules/text/normalize.ts'
import { maskWords } from '../rules/words/step-words.ts'

/** A way to read a text as a key: the steps that a criterion then has. */
export interface TextView {
  readonly name: string
  readonly steps: readonly NormalizeStep[]
  /** What a person calls it, after the name of the field. */
  readonly words: string
  /** Whether it drops what may tell identifiers apart, so that it is of use only where it does not. */
  readonly isLossy?: boolean
}

/** Legal forms and titles, which one system writes and another leaves out. */
export const legalForms: readonly string[] = [
  ...['GMBH', 'AG', 'KG', 'OHG', 'UG', 'EK', 'E.K.', 'MBH', 'CO', 'CO.', '& CO', '& CO.', 'LTD', 'LTD.', 'LIMITED'],
  ...['PLC', 'LLC', 'LLP', 'INC', 'INC.', 'CORP', 'CORP.', 'CORPORATION', 'COMPANY', 'SA', 'S.A.', 'SAS', 'SARL'],
  ...['SRL', 'S.R.L.', 'SPA', 'S.P.A.', 'BV', 'B.V.', 'NV', 'N.V.', 'AB', 'OY', 'AS', 'A/S', 'APS', 'SP. Z O.O.'],
]

const upperAlphanumeric = ['upper', 'alphanumeric'] as const

/** Ways to read a whole text, the most literal first. */
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

/** A key cut out of a text by a mask. */
export const maskView = (mask: string): TextView => ({
  name: `mask-${mask}`,
  steps: ['upper', { extract: mask }],
  words: `the part of the form ${maskWords(mask)}`,
})

/** The last such part. */
export const lastMaskView = (mask: string): TextView => ({
  name: `last-${mask}`,
  steps: ['upper', { extract: mask, take: 'last' }],
  words: `the last part of the form ${maskWords(mask)}`,
})

/** The keys of texts under a view, undefined for a text that has none or a trivial one. Each text is read once. */
export function keysUnder(view: TextView, texts: readonly (string | undefined)[]): (string | undefined)[] {
  const normalize = normalizerOf(view.steps, {})
  const known = new Map<string, string | undefined>()
  return texts.map((text) => {
    if (text === undefined) return undefined
    if (known.has(text)) return known.get(text)
    const key = normalize(text)
    known.set(text, key)
    return key
  })
}

/** Values that a view may make equal, at most. */
const mergedShareMax = 0.03
/** Whether the keys of texts tell the texts apart nearly as well as the texts do. */
export function tellsApart(texts: readonly (string | undefined)[], keys: readonly (string | undefined)[]): boolean {
  const keyed = texts.filter((_, row) => keys[row] !== undefined)
  const distinct = new Set(keys.filter((key) => key !== undefined))
  return distinct.size >= (1 - mergedShareMax) * new Set(keyed).size
}

/** Characters that a mask has, at least, for its keys to mean anything. */
const maskLengthMin = 4
const shapesPerColumn = 3

/**
 * Masks of the keys in a column of identifiers: the commonest shapes of its values, letters that all values of a shape
 * have in common written out, and the commonest number of digits at the end.
 */
export function masksOf(texts: readonly (string | undefined)[]): readonly string[] {
  const values = [...new Set(texts)].filter((text) => text !== undefined).map((text) => normalizeText(text, ['upper']))
  const present = values.filter((text) => text !== undefined)
  // A day says when something was, not what it was.
  if (present.length > 0 && present.every(isDated)) return []
  const common = [...Map.groupBy(present, layoutOf)]
    .filter(([layout, same]) => isUsual(layout) && same.length >= 0.1 * present.length)
    .toSorted(([a, as], [b, bs]) => bs.length - as.length || (a < b ? -1 : 1))
    .slice(0, shapesPerColumn)
    .flatMap(([, same]) => withoutBeginning(maskOf(same)))
    .filter((mask) => /[#@*]/.test(mask))
  const runs = Map.groupBy(present, (text) => /([0-9]+)[^0-9]*$/.exec(text)?.[1]?.length ?? 0)
  const digits = [...runs]
    .filter(([length, same]) => length >= maskLengthMin && same.length >= 0.3 * present.length)
    .sort(([a, as], [b, bs]) => bs.length - as.length || a - b)
    .slice(0, 1)
    .map(([length]) => '#'.repeat(length))
  return [...new Set([...common, ...digits])]
}

/** A mask, and what is left of it without the text that all values begin with: another system may leave that out. */
function withoutBeginning(mask: string): readonly string[] {
  const rest = mask.replace(/^[^#@*]+/, '')
  return rest.length >= maskLengthMin ? [mask, rest] : [mask]
}

/** Whether a text is a date, or begins with one as a timestamp does. */
const isDated = (text: string): boolean => /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9])/.test(text)

const maskLengthMax = 40

/** Whether texts of a layout are long enough for a key, and short enough, and are no sentences. */
const isUsual = (layout: string): boolean =>
  layout.length >= maskLengthMin && layout.length <= maskLengthMax && !/\s.*\s/.test(layout)

/** Where a text has letters and digits, and what stands between them. */
const layoutOf = (text: string): string => text.replace(/[#@*?]/g, '\u0000').replace(/[\p{L}0-9]/gu, 'x')

/** The mask of texts of one layout: of each place the letter that all have, or the class of what they have. */
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
