/**
 * Makes text of unknown origin safe to show. Characters that move the cursor or change the direction of writing become
 * an escape, `\u001b`; so does a newline.
 */
export const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`,
  )
