const characterByName: { readonly [name: string]: string } = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/**
 * The text with its character references resolved, once: `&amp;lt;` is `&lt;`. Any other `&` stays as it is, since banks
 * write `AT&T`.
 */
export function withoutEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,4}));/g, (written, decimal, hex, name) => {
    if (name !== undefined) return characterByName[name] ?? written
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return isCharacter(code) ? String.fromCodePoint(code) : written
  })
}

/** Whether a code point is a character of text: no half of a surrogate pair and no null. */
const isCharacter = (code: number): boolean => code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
