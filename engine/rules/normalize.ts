import { compareUtf8 } from '../base/bytes.ts'
import type { NormalizeStep } from './language.ts'

/** Normalising and comparing text, the same on every machine: no locale, no caller-supplied regular expression. */

/** `text` after `steps`, in order; undefined when nothing but white space is left, since blank is absent. */
export function normalizeText(text: string, steps: readonly NormalizeStep[]): string | undefined {
  let value: string | undefined = text
  for (const step of steps) {
    value = applyStep(value, step)
    if (value === undefined) return undefined
  }
  return value.trim() === '' ? undefined : value
}

/**
 * Whether one text contains the other: both of at least four characters, and the contained text not adjacent to a
 * character of its end's class, so that INV-1000 is not in INV-10001. Knuth, Morris and Pratt's search: O(length).
 */
export function containsText(left: string, right: string): boolean {
  const [outer, inner] = left.length < right.length ? [right, left] : [left, right]
  if ([...inner].length < containedLengthMin) return false
  const borders = bordersOf(inner)
  let matched = 0
  for (let end = 1; end <= outer.length; end++) {
    matched = advance(inner, borders, { matched, unit: outer.charCodeAt(end - 1) })
    if (matched === inner.length && standsAlone(outer, end - inner.length, end)) return true
  }
  return false
}

/** Whether a mask of `extract` has at least one placeholder: `#` digit, `@` letter, `?` any. */
export const extractMaskIsValid = (mask: string): boolean => /[#@?]/.test(mask)

const containedLengthMin = 4

/** For each prefix of `text`, how long its longest beginning is that is its end as well. */
function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length)
  for (let index = 1; index < text.length; index++)
    borders[index] = advance(text, borders, { matched: borders[index - 1] ?? 0, unit: text.charCodeAt(index) })
  return borders
}

/** How much of `text` has matched when `unit` follows on its first `matched` units. */
function advance(
  text: string,
  borders: Uint32Array,
  { matched, unit }: { readonly matched: number; readonly unit: number },
): number {
  let length = matched
  while (length > 0 && text.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0
  return text.charCodeAt(length) === unit ? length + 1 : length
}

function applyStep(text: string, step: NormalizeStep): string | undefined {
  if (typeof step === 'object') return 'strip' in step ? stripWords(text, step.strip) : extractMask(text, step.extract)
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

/** Letters with a stroke or of two joined letters, which Unicode does not take apart. */
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
 * Takes out every phrase that stands as whole words, the longest first where several begin; what is left is joined by
 * single spaces. White space of any kind between the words of a phrase is the same.
 */
function stripWords(text: string, phrases: readonly string[]): string {
  const sequences = phrases.map((phrase) => words(phrase).join(' ')).filter((phrase) => phrase !== '')
  sequences.sort((left, right) => right.length - left.length)
  const given = words(text).join(' ')
  let kept = ''
  for (let start = 0; start < given.length; ) {
    const found = sequences.find(
      (sequence) => given.startsWith(sequence, start) && isWhole(given, start, start + sequence.length),
    )
    kept += found === undefined ? given[start] : ' '
    start += found?.length ?? 1
  }
  return words(kept).join(' ')
}

/** Whether no letter or digit goes on where the stretch begins or ends with one. */
function isWhole(text: string, start: number, end: number): boolean {
  const [before, first] = [lastOf(text.slice(Math.max(0, start - 2), start)), firstOf(text.slice(start, start + 2))]
  const [last, after] = [lastOf(text.slice(end - 2, end)), firstOf(text.slice(end, end + 2))]
  return !(isWordPart(before) && isWordPart(first)) && !(isWordPart(last) && isWordPart(after))
}

const isWordPart = (character: string | undefined): boolean => character !== undefined && classOf(character) !== 'other'
const lastOf = (text: string): string | undefined => [...text].at(-1)
const firstOf = (text: string): string | undefined => [...text][0]

/** The first stretch of `text` that fits `mask` and touches no further character of its ends' classes. */
function extractMask(text: string, mask: string): string | undefined {
  const [characters, places] = [[...text], [...mask]]
  for (let start = 0; start + places.length <= characters.length; start++) {
    if (!places.every((place, offset) => fits(place, characters[start + offset] ?? ''))) continue
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

function standsAlone(outer: string, start: number, end: number): boolean {
  return (
    !touches(lastOf(outer.slice(Math.max(0, start - 2), start)), firstOf(outer.slice(start, start + 2))) &&
    !touches(firstOf(outer.slice(end, end + 2)), lastOf(outer.slice(end - 2, end)))
  )
}

/** Digits touch digits and letters touch letters; punctuation and space end a text of any kind. */
function touches(neighbour: string | undefined, end: string | undefined): boolean {
  if (neighbour === undefined || end === undefined) return false
  return classOf(end) !== 'other' && classOf(neighbour) === classOf(end)
}

function classOf(character: string): 'digit' | 'letter' | 'other' {
  if (/\p{Nd}/u.test(character)) return 'digit'
  return /\p{L}/u.test(character) ? 'letter' : 'other'
}
