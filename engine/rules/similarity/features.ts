/** The parts of a text that similarity counts: multisets of grams and of tokens. A token is a word between white space. */

/** The stretches of `size` code points, overlapping, without padding; a shorter text is its own and only gram. */
export function gramsOf(text: string, size: number): string[] {
  let end = 0
  const starts = [end]
  for (const character of text) {
    end += character.length
    starts.push(end)
  }
  // There is one start more than there are characters: the end of the last.
  const count = starts.length - size
  return count < 1
    ? [text]
    : Array.from({ length: count }, (_, index) => text.slice(starts[index], starts[index + size]))
}

/** The tokens of a text, in order. */
export const tokensOf = (text: string): string[] => text.split(/\s+/).filter((token) => token !== '')

/** The parts with a name of its own for the second and every further occurrence: a multiset written as a set. */
export function numberParts(parts: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return parts.map((part) => {
    const count = (counts.get(part) ?? 0) + 1
    counts.set(part, count)
    return count === 1 ? part : `${part}\n${count}`
  })
}

/** A multiset of tokens. */
export interface Tokens {
  /** How many tokens there are, repeats included. */
  readonly count: number
  readonly counts: ReadonlyMap<string, number>
}

/** The tokens of a text, and how often each occurs. */
export function countTokens(text: string): Tokens {
  const counts = new Map<string, number>()
  const tokens = tokensOf(text)
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1)
  return { count: tokens.length, counts }
}

/**
 * How many tokens two texts share, or undefined when one of them has fewer than `sharedMin`. O(different tokens of the
 * text that has fewer).
 */
export function sharedTokens(left: Tokens, right: Tokens, sharedMin: number): number | undefined {
  if (Math.min(left.count, right.count) < sharedMin) return undefined
  const [few, many] = left.counts.size <= right.counts.size ? [left, right] : [right, left]
  let shared = 0
  for (const [token, count] of few.counts) shared += Math.min(count, many.counts.get(token) ?? 0)
  return shared
}
