const characterByName = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])

/** Resolves character references once: `&amp;lt;` is `&lt;`. Any other `&` stays, since banks write `AT&T`. */
export function withoutEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-z]{2,4});/g, characterOf)
}

function characterOf(reference: string): string {
  const name = reference.slice(1, -1)
  if (!name.startsWith('#')) return characterByName.get(name) ?? reference
  const code = Number(name.toLowerCase().startsWith('#x') ? `0${name.slice(1)}` : name.slice(1))
  return isCharacter(code) ? String.fromCodePoint(code) : reference
}

/** False for half a surrogate pair and for null. */
const isCharacter = (code: number): boolean => code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
