/** Letters, digits and other characters, each a whole code point: where a word, a number or a mask may begin and end. */

export type CharacterClass = 'digit' | 'letter' | 'other'

/** What a character is, by Unicode's general categories Nd and L. */
export function classOf(character: string): CharacterClass {
  const code = character.charCodeAt(0)
  if (code < asciiEnd) return asciiClassOf(code)
  if (/\p{Nd}/u.test(character)) return 'digit'
  return /\p{L}/u.test(character) ? 'letter' : 'other'
}

const asciiEnd = 0x80

/** The class of an ASCII character, which nearly every character is. 0x20 makes a capital small. */
function asciiClassOf(code: number): CharacterClass {
  if (code >= 0x30 && code <= 0x39) return 'digit'
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a ? 'letter' : 'other'
}

/** Whether a character is a letter or a digit; false where there is none. */
export const isWordPart = (character: string | undefined): boolean =>
  character !== undefined && classOf(character) !== 'other'

/** Whether a character and the one at the end of a text beside it are both digits or both letters. */
export function touches(neighbour: string | undefined, end: string | undefined): boolean {
  if (neighbour === undefined || end === undefined) return false
  return classOf(end) !== 'other' && classOf(neighbour) === classOf(end)
}

/** The last character of a text, as a whole code point. */
export const lastOf = (text: string): string | undefined => [...text].at(-1)

/** The first character of a text, as a whole code point. */
export const firstOf = (text: string): string | undefined => [...text][0]
