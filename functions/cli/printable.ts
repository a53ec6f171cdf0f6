/**
 * Text of unknown origin for a terminal: what would move its cursor or turn its writing around stands as an escape,
 * `\u001b`; a newline too.
 */
export const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
