import { at } from '../../base/at.ts'
import type { Take } from '../language/language.ts'
import { asciiEnd, type CharacterClass, classAt, classBefore, widthAt } from './characters.ts'

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

/** Finds the first part of a text that fits a mask, from `from` on; undefined without one. Places are UTF-16 units. */
type PartFinder = (text: string, from: number) => TextRange | undefined

/**
 * Finds parts of a text that fit `mask`, the leftmost first. A part may not adjoin a character of the same class as its
 * end; at an end that is `*`, no letter or digit at all.
 */
export function maskFinder(mask: string): PartFinder {
  const characters = [...mask]
  const [first, last] = [at(characters, 0), at(characters, characters.length - 1)]
  const places = characters.map(placeOf)
  return (text, from) => {
    for (let start = from; start + places.length <= text.length; start += widthAt(text, start)) {
      const end = endOfPart(places, text, start)
      if (end === undefined || isCut(first, classBefore(text, start), classAt(text, start))) continue
      if (!isCut(last, classAt(text, end), classBefore(text, end))) return { start, end }
    }
    return undefined
  }
}

/** All parts of a text that fit, from left to right, without overlaps; at most `countMax`. */
export function partsOf(text: string, find: PartFinder, countMax = Number.POSITIVE_INFINITY): readonly TextRange[] {
  const parts: TextRange[] = []
  for (let from = 0; parts.length < countMax; ) {
    const part = find(text, from)
    if (part === undefined) break
    parts.push(part)
    from = part.end
  }
  return parts
}

/** The end of the part that begins at `start`; undefined where the text does not fit. */
function endOfPart(places: readonly Place[], text: string, start: number): number | undefined {
  let end = start
  for (const { character, code: own, ofAscii } of places) {
    const code = text.charCodeAt(end)
    if (code < asciiEnd) {
      if (ofAscii === undefined ? code !== own : ofAscii[code] === 0) return undefined
      end += 1
      continue
    }
    if (end >= text.length || !fits(character, text, end)) return undefined
    end += widthAt(text, end)
  }
  return end
}

/** A character of a mask. Masks are tried at every place of a text, so ASCII has tables of what fits. */
interface Place {
  readonly character: string
  readonly code: number
  /** For each character of ASCII whether it fits; undefined for a character that stands for itself. */
  readonly ofAscii: Uint8Array | undefined
}

const placeOf = (character: string): Place => ({
  character,
  code: character.charCodeAt(0),
  ofAscii: placeholders.get(character),
})

const placeholders: ReadonlyMap<string, Uint8Array> = new Map(
  ['#', '@', '*', '?'].map((character) => [
    character,
    Uint8Array.from({ length: asciiEnd }, (_, code) => Number(fits(character, String.fromCharCode(code), 0))),
  ]),
)

export function extractor(mask: string, take: Take): (text: string) => string | undefined {
  const find = maskFinder(mask)
  const literal = longestLiteral(mask)
  const countMax = take === 'first' ? 1 : typeof take === 'number' ? take : undefined
  return (text) => {
    // A quick test that rules most texts out: the longest literal of the mask is not in the text.
    if (!text.includes(literal)) return undefined
    const all = partsOf(text, find, countMax).map(({ start, end }) => text.slice(start, end))
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
    let remainder = ''
    let kept = 0
    for (const { start, end } of partsOf(text, find)) {
      remainder += text.slice(kept, start)
      kept = end
    }
    return remainder + text.slice(kept)
  }
}

function fits(place: string, text: string, index: number): boolean {
  if (place === '#') return classAt(text, index) === 'digit'
  if (place === '@') return classAt(text, index) === 'letter'
  if (place === '*') return classAt(text, index) !== 'other'
  return place === '?' || (text.startsWith(place, index) && place.length === widthAt(text, index))
}

function isCut(place: string, neighbour: CharacterClass, end: CharacterClass): boolean {
  if (neighbour === 'other') return false
  return place === '*' || neighbour === end
}
