import { maskFinder, partsOf } from './mask.ts'

/** The keys that a text lists, as in `INV-00460; INV-00601` or `A|B|C`. */

/** Returns each key once. O(characters), times the places of a mask. */
export type KeyLister = (text: string) => ReadonlySet<string>

/**
 * With a mask, the parts of a text that fit it. Without, its words of letters, digits and `-_/.`, each also without
 * `-_/.` at its ends: the text `Paid INV-7.` lists `Paid`, `INV-7.` and `INV-7`.
 */
export const keyLister = (mask: string | undefined): KeyLister => (mask === undefined ? wordsOf : maskedIn(mask))

/** `\p{M}`, since an accent may be a character of its own after its letter. */
const word = /[\p{L}\p{M}\p{N}\-_/.]+/gu
/** A word without a letter or digit, such as a dash between two keys, is no key. */
const letterOrDigit = /[\p{L}\p{N}]/u
const separators = '-_/.'

function wordsOf(text: string): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const [found] of text.matchAll(word)) {
    if (!letterOrDigit.test(found)) continue
    keys.add(found)
    keys.add(withoutSeparatorsAtEnds(found))
  }
  return keys
}

function withoutSeparatorsAtEnds(found: string): string {
  let [start, end] = [0, found.length]
  while (separators.includes(found.charAt(start))) start += 1
  while (separators.includes(found.charAt(end - 1))) end -= 1
  return found.slice(start, end)
}

function maskedIn(mask: string): KeyLister {
  const find = maskFinder(mask)
  return (text) => new Set(partsOf(text, find).map(({ start, end }) => text.slice(start, end)))
}
