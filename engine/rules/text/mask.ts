import { at } from '../../base/at.ts'
import type { Take } from '../language.ts'
import { classOf, isWordPart, touches } from './characters.ts'

/**
 * Masks, such as `INV-######`: `#` is a digit, `@` a letter, `*` a letter or digit, `?` any character, and every other
 * character itself. They are no regular expressions, so that no mask takes longer than characters × places.
 */

/** Whether a mask has at least one placeholder. */
export const maskIsValid = (mask: string): boolean => /[#@*?]/.test(mask)

/** What is wanted in place of a mask that is none. */
export const maskWanted = 'Wanted a mask with at least one of # (digit), @ (letter), * (letter or digit) and ? (any)'

/** A place in a text, in characters. */
interface Stretch {
  readonly start: number
  readonly end: number
}

/**
 * A function that finds the stretches of a text that fit `mask`, from the left, none overlapping one before it. No
 * further character of the same class touches an end of a stretch, and no letter or digit an end that is `*`.
 */
export function stretchFinder(mask: string): (characters: readonly string[]) => Generator<Stretch> {
  const places = [...mask]
  const [first, last] = [at(places, 0), at(places, places.length - 1)]
  return function* (characters) {
    for (let start = 0; start + places.length <= characters.length; start++) {
      const end = start + places.length
      if (!places.every((place, offset) => fits(place, at(characters, start + offset)))) continue
      if (isCut(first, { neighbour: characters[start - 1], end: characters[start] })) continue
      if (isCut(last, { neighbour: characters[end], end: characters[end - 1] })) continue
      yield { start, end }
      start = end - 1
    }
  }
}

/** A function that takes from a text what fits `mask`; undefined where there is no such stretch. */
export function extractor(mask: string, take: Take): (text: string) => string | undefined {
  const find = stretchFinder(mask)
  return (text) => {
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

/** A function that takes out of a text all that fits `mask`. */
export function remover(mask: string): (text: string) => string {
  const find = stretchFinder(mask)
  return (text) => {
    const characters = [...text]
    let rest = ''
    let kept = 0
    for (const { start, end } of find(characters)) {
      rest += characters.slice(kept, start).join('')
      kept = end
    }
    return kept === 0 ? text : rest + characters.slice(kept).join('')
  }
}

function fits(place: string, character: string): boolean {
  if (place === '#') return classOf(character) === 'digit'
  if (place === '@') return classOf(character) === 'letter'
  if (place === '*') return isWordPart(character)
  return place === '?' || place === character
}

interface Border {
  /** The character beside the end of a stretch, if there is one. */
  readonly neighbour: string | undefined
  readonly end: string | undefined
}

/** Whether a stretch that ends here is cut out of a longer word or number. */
const isCut = (place: string, { neighbour, end }: Border): boolean =>
  place === '*' ? isWordPart(neighbour) : touches(neighbour, end)
