import { compareUtf8 } from '../proof/bytes.ts'
import type { NormalizeStep } from '../rules/rule.ts'

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
 * character of its end's class, so that INV-1000 is not in INV-10001. O(length²) at worst, near linear on real text.
 */
export function containsText(left: string, right: string): boolean {
  const [outer, inner] = left.length < right.length ? [right, left] : [left, right]
  if ([...inner].length < containedLengthMin) return false
  for (let start = outer.indexOf(inner); start >= 0; start = outer.indexOf(inner, start + 1)) {
    if (standsAlone(outer, start, start + inner.length)) return true
  }
  return false
}

/** Whether a mask of `extract` has at least one placeholder: `#` digit, `@` letter, `?` any. */
export const extractMaskIsValid = (mask: string): boolean => /[#@?]/.test(mask)

const containedLengthMin = 4

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
      return text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
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

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

/** At each word the longest phrase that begins there goes; what is left is joined by single spaces. */
function stripWords(text: string, phrases: readonly string[]): string {
  const sequences = phrases.map(words).sort((a, b) => b.length - a.length)
  const given = words(text)
  const kept: string[] = []
  for (let index = 0; index < given.length; ) {
    const found = sequences.find((sequence) => sequence.every((word, offset) => given[index + offset] === word))
    if (found === undefined) kept.push(given[index] ?? '')
    index += found?.length ?? 1
  }
  return kept.join(' ')
}

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
  const lastOf = (text: string): string | undefined => [...text.slice(-2)].at(-1)
  const firstOf = (text: string): string | undefined => [...text.slice(0, 2)][0]
  const inner = outer.slice(start, end)
  return !touches(lastOf(outer.slice(0, start)), firstOf(inner)) && !touches(firstOf(outer.slice(end)), lastOf(inner))
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
