/** The most UTF-16 code units that a cell can hold. */
const textLengthMax = 32_767

/**
 * `text` as the content of a cell (ECMA-376 part 1 §22.9.2.19). The carriage return, and characters that XML 1.0 cannot
 * hold, become `_x0000_`; text that only looks like such an escape gets its underscore escaped. A text that is too long
 * is cut and ends with an ellipsis.
 */
export function cellText(text: string): string {
  const cut =
    text.length <= textLengthMax ? text : `${text.slice(0, textLengthMax - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
  // Most texts need no escape: one test is cheaper than three replacements.
  return needsCare.test(cut)
    ? escapeMarkup(cut.replaceAll(looksEscaped, '_x005F_').replaceAll(unwritable, escapeOf))
    : cut
}

/** `text` as an attribute between double quotes. Requires characters that XML can hold. */
export const attributeText = (text: string): string => escapeMarkup(text).replaceAll('"', '&quot;')

/** Controls except tab and line feed, lone surrogates, U+FFFE and U+FFFF. */
const unwritable = /(?![\t\n])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu
const needsCare = /[&<>\uFFFE\uFFFF]|_x|(?![\t\n])[\p{Cc}\p{Cs}]/u

/** The closing underscore is not consumed, since it may begin another escape. */
const looksEscaped = /_(?=x[0-9A-Fa-f]{4}(?:_|(?![\t\n])[\p{Cc}\p{Cs}\uFFFE\uFFFF]))/gu

const escapeOf = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
