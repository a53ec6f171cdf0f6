import { at } from '../base/at.ts'
import { compareUtf8 } from '../base/bytes.ts'
import type { NormalizeStep } from './language.ts'

/** Normalising text, the same on every machine: no locale, no caller-supplied regular expression. */

/** `text` after `steps`, in order; undefined when nothing but white space is left, since blank is absent. */
export function normalizeText(text: string, steps: readonly NormalizeStep[]): string | undefined {
  let value: string | undefined = text
  for (const step of steps) {
    value = applyStep(value, step)
    if (value === undefined) return undefined
  }
  return value.trim() === '' ? undefined : value
}

/** Whether a mask of `extract` has at least one placeholder: `#` digit, `@` letter, `?` any. */
export const extractMaskIsValid = (mask: string): boolean => /[#@?]/.test(mask)

function applyStep(text: string, step: NormalizeStep): string | undefined {
  if (typeof step === 'object') {
    if ('strip' in step) return stripWords(text, step.strip)
    return 'extract' in step ? extractMask(text, step.extract) : text
  }
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
      return text.replace(/[^\p{L}\p{N}]/gu, '')
    case 'digits':
      return text.replace(/[^0-9]/g, '')
    case 'strip-leading-zeros':
      return text.replace(/(?<![0-9])0+(?=[0-9])/g, '')
    case 'sort-tokens':
      return words(text).sort(compareUtf8).join(' ')
  }
}

/** Letters with a stroke and joined letters, which Unicode does not decompose. */
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
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .replace(/[ßẞøØłŁđĐæÆœŒ]/g, (letter) => plainLetters.get(letter) ?? letter)

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

/**
 * Removes every phrase that stands as whole words, the longest where several begin at one place. The remaining words are
 * joined by single spaces. White space of any kind and length separates the words of a phrase.
 */
function stripWords(text: string, phrases: readonly string[]): string {
  const sequences = phrases.map((phrase) => words(phrase).join(' ')).filter((phrase) => phrase !== '')
  sequences.sort((left, right) => right.length - left.length)
  const spaced = words(text).join(' ')
  let rest = ''
  for (let start = 0; start < spaced.length; ) {
    const found = sequences.find(
      (sequence) => spaced.startsWith(sequence, start) && isWhole(spaced, start, start + sequence.length),
    )
    rest += found === undefined ? spaced.charAt(start) : ' '
    start += found?.length ?? 1
  }
  return words(rest).join(' ')
}

/** Whether a stretch is whole words: a letter or digit at an end of it has no letter or digit beside it. */
function isWhole(text: string, start: number, end: number): boolean {
  const [before, first] = [lastOf(text.slice(Math.max(0, start - 2), start)), firstOf(text.slice(start, start + 2))]
  const [last, after] = [lastOf(text.slice(end - 2, end)), firstOf(text.slice(end, end + 2))]
  return !(isWordPart(before) && isWordPart(first)) && !(isWordPart(last) && isWordPart(after))
}

const isWordPart = (character: string | undefined): boolean => character !== undefined && classOf(character) !== 'other'

/** The last character of a text, as a whole code point. */
export const lastOf = (text: string): string | undefined => [...text].at(-1)

/** The first character of a text, as a whole code point. */
export const firstOf = (text: string): string | undefined => [...text][0]

/** The first stretch of `text` that fits `mask` and has no character of the same class beside either of its ends. */
function extractMask(text: string, mask: string): string | undefined {
  const [characters, places] = [[...text], [...mask]]
  for (let start = 0; start + places.length <= characters.length; start++) {
    if (!places.every((place, offset) => fits(place, at(characters, start + offset)))) continue
    const end = start + places.length
    if (!touches(characters[start - 1], characters[start]) && !touches(characters[end], characters[end - 1])) {
      return characters.slice(start, end).join('')
    }
  }
  return undefined
}

function fits(place: string, character: string): boolean {
  if (place === '#') return classOf(character) === 'digit'
  if (place === '@') return classOf(character) === 'letter'
  return place === '?' || place === character
}

/** Whether a character and the one at the end of a text beside it are both digits or both letters. */
export function touches(neighbour: string | undefined, end: string | undefined): boolean {
  if (neighbour === undefined || end === undefined) return false
  return classOf(end) !== 'other' && classOf(neighbour) === classOf(end)
}

function classOf(character: string): 'digit' | 'letter' | 'other' {
  if (/\p{Nd}/u.test(character)) return 'digit'
  return /\p{L}/u.test(character) ? 'letter' : 'other'
}
