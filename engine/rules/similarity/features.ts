/** The parts of a text that similarity counts: multisets of grams and of tokens. */

/** The stretches of `size` code points, overlapping, without padding; a shorter text is its own only gram. */
export function gramsOf(text: string, size: number): string[] {
  const starts = [0]
  for (const character of text) starts.push((starts.at(-1) ?? 0) + character.length)
  // A start more than there are characters: the end of the last.
  const count = starts.length - size
  return count < 1
    ? [text]
    : Array.from({ length: count }, (_, index) => text.slice(starts[index], starts[index + size]))
}

/** The words between white space. */
export const tokensOf = (text: string): string[] => text.split(/\s+/).filter((token) => token !== '')

/** The parts, the second and every further occurrence under a name of its own: a multiset written as a set. */
export function numberParts(parts: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return parts.map((part) => {
    const count = (counts.get(part) ?? 0) + 1
    counts.set(part, count)
    return count === 1 ? part : `${part}\n${count}`
  })
}
