import { compareUtf8 } from '../../base/bytes.ts'
import type { NormalizeStep, PlainStep, ReferenceData } from '../language/language.ts'
import { extractor, remover } from './mask.ts'
import { wordStripper, wordsOf } from './strip-words.ts'
import { isLookup, type LookupStep, lookupOf } from './table-lookup.ts'

/** Normalises texts, the same on every machine: it uses no locale and no regular expression from a caller. */

/** Undefined when only white space is left, since a blank text counts as absent. */
type Normalizer = (text: string) => string | undefined

/** Prepares words, masks and tables once for all texts. Throws a TypeError for a table that is not in `tables`. */
export function normalizerOf(steps: readonly NormalizeStep[], tables: ReferenceData['tables']): Normalizer {
  const applied = steps.map((step, index) => {
    const before = steps.slice(0, index)
    return isLookup(step)
      ? lookupOf(step, tables, { steps: before, spell: normalizerOf(before, tables) })
      : stepOf(step)
  })
  return (text) => {
    let value: string | undefined = text
    for (const apply of applied) {
      value = apply(value)
      if (value === undefined) return undefined
    }
    return value.trim() === '' ? undefined : value
  }
}

/** Requires `steps` without a lookup. */
export const normalizeText = (text: string, steps: readonly NormalizeStep[]): string | undefined =>
  normalizerOf(steps, {})(text)

function stepOf(step: Exclude<NormalizeStep, LookupStep>): Normalizer {
  if (typeof step === 'string') return (text) => applyPlainStep(text, step)
  if ('strip' in step) return wordStripper(step.strip)
  if ('extract' in step) return extractor(step.extract, step.take ?? 'first')
  if ('remove' in step) return remover(step.remove)
  return 'before' in step ? (text) => textBefore(text, step.before) : (text) => textAfter(text, step.after)
}

function textBefore(text: string, mark: string): string {
  const place = text.indexOf(mark)
  return place < 0 ? text : text.slice(0, place)
}

function textAfter(text: string, mark: string): string {
  const place = text.indexOf(mark)
  return place < 0 ? text : text.slice(place + mark.length)
}

function applyPlainStep(text: string, step: PlainStep): string {
  switch (step) {
    case 'trim':
      return text.trim()
    case 'collapse-space':
      return text.replace(/\s+/g, ' ')
    case 'upper':
      return text.toUpperCase()
    case 'fold-accents':
      return foldAccents(text)
    case 'nfkc':
      return text.normalize('NFKC')
    case 'alphanumeric':
      return lettersAndDigits(text)
    case 'digits':
      return text.replace(/[^0-9]+/g, '')
    case 'strip-leading-zeros':
      return text.replace(/(?<![0-9])0+(?=[0-9])/g, '')
    case 'sort-tokens':
      return wordsOf(text).sort(compareUtf8).join(' ')
  }
}

/** The search with Unicode's classes is slow: ASCII needs none. */
function lettersAndDigits(text: string): string {
  const shorter = text.replace(/[\0-/:-@[-`{-\x7f]+/g, '')
  return isAscii(shorter) ? shorter : shorter.replace(/[^\p{L}\p{N}]+/gu, '')
}

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)

/** Letters with a stroke and ligatures, which Unicode's decomposition leaves as they are. */
const plainLetters = new Map(
  Object.entries({
    ß: 'ss',
    ẞ: 'SS',
    ø: 'o',
    Ø: 'O',
    ł: 'l',
    Ł: 'L',
    đ: 'd',
    Đ: 'D',
    æ: 'ae',
    Æ: 'AE',
    œ: 'oe',
    Œ: 'OE',
  }),
)

const foldAccents = (text: string): string =>
  isAscii(text)
    ? text
    : text
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .normalize('NFC')
        .replace(/[ßẞøØłŁđĐæÆœŒ]/g, (letter) => plainLetters.get(letter) ?? letter)
