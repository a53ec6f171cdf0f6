import { at } from '../../base/at.ts'
import { firstIndex } from '../../base/first-index.ts'
import { asciiEnd, firstOf, isWordPart, lastOf } from './characters.ts'

export const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

/**
 * Removes every phrase that stands in a text as whole words, the longest first where several start at one place. The
 * remaining words are joined by single spaces; a phrase's words may be separated by any white space. The phrases are
 * sorted, so that a search costs no more than the characters that phrase and text have in common.
 */
export function wordStripper(phrases: readonly string[]): (text: string) => string {
  const sequences = new Set(phrases.map((phrase) => wordsOf(phrase).join(' ')).filter((phrase) => phrase !== ''))
  const sorted = [...sequences].sort()
  const beginnings = Map.groupBy(sorted, (phrase) => phrase.charCodeAt(0))
  const ofAscii = Array.from({ length: asciiEnd }, (_, unit) => beginnings.get(unit))
  return (text) => {
    const spaced = otherSpace.test(text) ? wordsOf(text).join(' ') : text
    let remainder = ''
    let kept = 0
    for (let start = 0; start < spaced.length; ) {
      const unit = spaced.charCodeAt(start)
      const phrasesHere = unit < asciiEnd ? ofAscii[unit] : beginnings.get(unit)
      const isPossible = phrasesHere !== undefined && !isInside(spaced, start)
      const length = isPossible ? longestAt(phrasesHere, spaced, start) : 0
      if (length === 0) {
        start += 1
        continue
      }
      remainder += `${spaced.slice(kept, start)} `
      start += length
      kept = start
    }
    return kept === 0 ? spaced : wordsOf(remainder + spaced.slice(kept)).join(' ')
  }
}

/** White space other than single spaces between words. */
const otherSpace = /^\s|\s\s|[^\S ]|\s$/

/** The length of the longest phrase that stands at `start` as whole words; 0 for none. */
function longestAt(sorted: readonly string[], text: string, start: number): number {
  let longest = 0
  let [low, high] = [0, sorted.length]
  for (let length = 0; low < high; length++) {
    // The phrases from `low` to `high` share their first `length` code units. If one phrase ends there, it is the
    // first.
    if (at(sorted, low).length === length) {
      if (!isInside(text, start + length)) longest = length
      low += 1
    }
    if (low === high || start + length >= text.length) break
    const unit = text.charCodeAt(start + length)
    const [first, last] = [at(sorted, low).charCodeAt(length), at(sorted, high - 1).charCodeAt(length)]
    if (unit < first || unit > last) break
    // If the first and the last phrase have the same next unit, so have all between them.
    if (first === last) continue
    low = firstIndex({ from: low, to: high }, (index) => at(sorted, index).charCodeAt(length) >= unit)
    high = firstIndex({ from: low, to: high }, (index) => at(sorted, index).charCodeAt(length) > unit)
  }
  return longest
}

function isInside(text: string, place: number): boolean {
  const [before, after] = [text.charCodeAt(place - 1), text.charCodeAt(place)]
  if (before < asciiEnd && after < asciiEnd) return isAsciiWordPart(before) && isAsciiWordPart(after)
  return isWordPart(characterBefore(text, place)) && isWordPart(firstOf(text.slice(place, place + 2)))
}

/** Setting the bit 0x20 turns an ASCII capital into its small letter. */
const isAsciiWordPart = (unit: number): boolean =>
  (unit >= 0x30 && unit <= 0x39) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a)

const characterBefore = (text: string, place: number): string | undefined =>
  lastOf(text.slice(Math.max(0, place - 2), place))
