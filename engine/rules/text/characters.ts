/** Classes of characters: letter, digit or other. A character is a whole code point. */

export type CharacterClass = 'digit' | 'letter' | 'other'

/** By Unicode's general categories Nd and L. */
export function classOf(character: string): CharacterClass {
  const code = character.charCodeAt(0)
  if (code < asciiEnd) return asciiClassOf(code)
  if (/\p{Nd}/u.test(character)) return 'digit'
  return /\p{L}/u.test(character) ? 'letter' : 'other'
}

const asciiEnd = 0x80

/** Setting the bit 0x20 turns an ASCII capital into its small letter. */
function asciiClassOf(code: number): CharacterClass {
  if (code >= 0x30 && code <= 0x39) return 'digit'
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a ? 'letter' : 'other'
}

export const isWordPart = (character: string | undefined): boolean =>
  character !== undefined && classOf(character) !== 'other'

/** Whether a character at an end of a text and its neighbour are both digits or both letters. */
export function touches(neighbour: string | undefined, end: string | undefined): boolean {
  if (neighbour === undefined || end === undefined) return false
  return classOf(end) !== 'other' && classOf(neighbour) === classOf(end)
}

export const lastOf = (text: string): string | undefined => [...text].at(-1)

export const firstOf = (text: string): string | undefined => [...text][0]
