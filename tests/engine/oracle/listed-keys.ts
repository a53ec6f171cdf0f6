/** The keys that a text lists, as rules.md has them of `listed`. */

/** The keys that a text lists, each once: what fits the mask, or every word with and without separators at its ends. */
export function keysIn(text: string, mask: string | undefined): string[] {
  const characters = [...text]
  return [...new Set(mask === undefined ? wordsIn(characters) : stretchesIn(characters, [...mask]))]
}

const isLetterOrDigit = (character: string | undefined): boolean => /^[\p{L}\p{N}]$/u.test(character ?? '')

function wordsIn(characters: readonly string[]): string[] {
  const words: string[][] = [[]]
  for (const character of characters) {
    if (isLetterOrDigit(character) || /^\p{M}$/u.test(character) || '-_/.'.includes(character))
      words.at(-1)?.push(character)
    else words.push([])
  }
  return words
    .filter((word) => word.some(isLetterOrDigit))
    .flatMap((word) => {
      const bare = [...word]
      while ('-_/.'.includes(bare[0] ?? ' ')) bare.shift()
      while ('-_/.'.includes(bare.at(-1) ?? ' ')) bare.pop()
      return [word.join(''), bare.join('')]
    })
}

const isDigit = (character: string | undefined): boolean => /^\p{Nd}$/u.test(character ?? '')
const isLetter = (character: string | undefined): boolean => /^\p{L}$/u.test(character ?? '')

function stretchesIn(characters: readonly string[], places: readonly string[]): string[] {
  const fits = (character: string | undefined, place: string): boolean => {
    if (place === '#') return isDigit(character)
    if (place === '@') return isLetter(character)
    if (place === '*') return isDigit(character) || isLetter(character)
    return place === '?' || place === character
  }
  /** Whether the character outside goes on with what is at the end. */
  const goesOn = (place: string | undefined, end: string | undefined, outside: string | undefined): boolean =>
    (isDigit(outside) && (isDigit(end) || place === '*')) || (isLetter(outside) && (isLetter(end) || place === '*'))
  const found: string[] = []
  for (let start = 0; start + places.length <= characters.length; start++) {
    const own = characters.slice(start, start + places.length)
    const isFit = places.every((place, index) => fits(own[index], place))
    if (!isFit || goesOn(places[0], own[0], characters[start - 1])) continue
    if (goesOn(places.at(-1), own.at(-1), characters[start + places.length])) continue
    found.push(own.join(''))
    start += places.length - 1
  }
  return found
}
