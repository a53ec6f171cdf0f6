import { at } from '../../base/at.ts'
import type { Take } from '../language/language.ts'
import { type CharacterClass, classOf } from './characters.ts'

/**
 * Masks, such as `INV-######`: `#` is a digit, `@` a letter, `*` a letter or digit, `?` any character; every other
 * character stands for itself. Unlike a regular expression, a mask takes at most characters × places steps.
 */

export const maskIsValid = (mask: string): boolean => /[#@*?]/.test(mask)

export const maskWanted = 'Wanted a mask with at least one of # (digit), @ (letter), * (letter or digit) and ? (any)'

interface TextRange {
  readonly start: number
  readonly end: number
}

/**
 * Finds the parts of a text that fit `mask`, from left to right, without overlaps. A part may not adjoin a character of
 * the same class as its end; at an end that is `*`, no letter or digit at all.
 */
export function maskFinder(mask: string): (characters: readonly string[]) => Generator<TextRange> {
  const places = [...mask]
  const [first, last] = [at(places, 0), at(places, places.length - 1)]
  return function* (characters) {
    const classes = characters.map(classOf)
    const fitsAt = (start: number): boolean => {
      for (let offset = 0; offset < places.length; offset++)
        if (!fits(at(places, offset), at(characters, start + offset), at(classes, start + offset))) return false
      return true
    }
    for (let start = 0; start + places.length <= characters.length; start++) {
      const end = start + places.length
      if (!fitsAt(start)) continue
      if (isCut(first, { neighbour: classes[start - 1], end: classes[start] })) continue
      if (isCut(last, { neighbour: classes[end], end: classes[end - 1] })) continue
      yield { start, end }
      start = end - 1
    }
  }
}

export function extractor(mask: string, take: Take): (text: string) => string | undefined {
  const find = maskFinder(mask)
  const literal = longestLiteral(mask)
  return (text) => {
    // A quick test that rules most texts out: the longest literal of the mask is not in the text.
    if (!text.includes(literal)) return undefined
    const characters = [...text]
    const all: string[] = []
    for (const { start, end } of find(characters)) {
      all.push(characters.slice(start, end).join(''))
      if (take === 'first' || take === all.length) break
    }
    if (take === 'all') return all.length === 0 ? undefined : all.join(' ')
    return typeof take === 'number' ? all[take - 1] : all.at(-1)
  }
}

/** The longest part of the mask without placeholders; may be empty. */
const longestLiteral = (mask: string): string =>
  mask.split(/[#@*?]+/).reduce((longest, part) => (part.length > longest.length ? part : longest), '')

export function remover(mask: string): (text: string) => string {
  const find = maskFinder(mask)
  return (text) => {
    const characters = [...text]
    let remainder = ''
    let kept = 0
    for (const { start, end } of find(characters)) {
      remainder += characters.slice(kept, start).join('')
      kept = end
    }
    return kept === 0 ? text : remainder + characters.slice(kept).join('')
  }
}

function fits(place: string, character: string, characterClass: CharacterClass): boolean {
  if (place === '#') return characterClass === 'digit'
  if (place === '@') return characterClass === 'letter'
  if (place === '*') return characterClass !== 'other'
  return place === '?' || place === character
}

interface Border {
  readonly neighbour: CharacterClass | undefined
  readonly end: CharacterClass | undefined
}

function isCut(place: string, { neighbour, end }: Border): boolean {
  if (neighbour === undefined || neighbour === 'other') return false
  return place === '*' || neighbour === end
}
