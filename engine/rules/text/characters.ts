/** Classes of characters: letter, digit or other. A character is a whole code point. */

export type CharacterClass = 'digit' | 'letter' | 'other'

/** By Unicode's general categories Nd and L. */
function classOf(character: string): CharacterClass {
  const code = character.charCodeAt(0)
  if (code < asciiEnd) return asciiClassOf(code)
  if (/\p{Nd}/u.test(character)) return 'digit'
  return /\p{L}/u.test(character) ? 'letter' : 'other'
}

export const asciiEnd = 0x80

/** Setting the bit 0x20 turns an ASCII capital into its small letter. */
function asciiClassOf(code: number): CharacterClass {
  if (code >= 0x30 && code <= 0x39) return 'digit'
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a ? 'letter' : 'other'
}

/** The class of the character that begins at a UTF-16 unit; outside the text that of no letter and no digit. */
export function classAt(text: string, index: number): CharacterClass {
  const code = text.charCodeAt(index)
  if (code < asciiEnd) return asciiClassOf(code)
  return index < text.length ? classOf(text.slice(index, index + widthAt(text, index))) : 'other'
}

/** The class of the character that ends before a UTF-16 unit; at the beginning that of no letter and no digit. */
export function classBefore(text: string, end: number): CharacterClass {
  const isPair = end >= 2 && widthAt(text, end - 2) === 2
  return end === 0 ? 'other' : classAt(text, end - (isPair ? 2 : 1))
}

/** How many UTF-16 units the character at `index` has. */
export const widthAt = (text: string, index: number): 1 | 2 => ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1)

export const isWordPart = (character: string | undefined): boolean =>
  character !== undefined && classOf(character) !== 'other'

/** Whether a character at an end of a text and its neighbour are both digits or both letters. */
export function touches(neighbour: string | undefined, end: string | undefined): boolean {
  if (neighbour === undefined || end === undefined) return false
  return classOf(end) !== 'other' && classOf(neighbour) === classOf(end)
}

export const lastOf = (text: string): string | undefined => [...text].at(-1)

export const firstOf = (text: string): string | undefined => [...text][0]
