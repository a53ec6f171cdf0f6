/** The parts of a text that similarity counts: multisets of grams and of tokens. */

/** The stretches of `size` code points, overlapping, without padding; a shorter text is its own only gram. */
export function gramsOf(text: string, size: number): string[] {
  const characters = [...text]
  if (characters.length < size) return [text]
  return Array.from({ length: characters.length - size + 1 }, (_, start) =>
    characters.slice(start, start + size).join(''),
  )
}

/** The words between white space. */
export const tokensOf = (text: string): string[] => text.split(/\s+/).filter((token) => token !== '')

/** How often each part occurs. */
export function countParts(parts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1)
  return counts
}

/** The parts, the second and every further occurrence under a name of its own: a multiset written as a set. */
export function numberParts(parts: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return parts.map((part) => {
    const count = (counts.get(part) ?? 0) + 1
    counts.set(part, count)
    return count === 1 ? part : `${part}\n${count}`
  })
}
