/** Text inside the XML of a workbook. */

/** Characters in a cell, counted as UTF-16 does. */
const textLengthMax = 32_767

/**
 * `text` as the content of a cell (ECMA-376 part 1 §22.9.2.19): characters that XML 1.0 cannot hold are written as
 * `_x0000_`, also a carriage return, which XML would turn into a line feed, and so is the line that begins what only looks
 * like such an escape. Of a longer text than a cell holds the beginning, with an ellipsis.
 */
export function cellText(text: string): string {
  const cut =
    text.length <= textLengthMax ? text : `${text.slice(0, textLengthMax - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
  // Most texts need nothing, and one look is cheaper than three.
  return needsCare.test(cut)
    ? escapeMarkup(cut.replaceAll(looksEscaped, '_x005F_').replaceAll(unwritable, escapeOf))
    : cut
}

/** `text` as the value of an attribute between double quotes. Requires characters that XML can hold. */
export const attributeText = (text: string): string => escapeMarkup(text).replaceAll('"', '&quot;')

/** Controls but tab and line feed, halves of surrogate pairs, and the two that are no characters. */
const unwritable = /(?![\t\n])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu
const needsCare = /[&<>\uFFFE\uFFFF]|_x|(?![\t\n])[\p{Cc}\p{Cs}]/u

/** The closing line may be the first character of an escape, which stands for the character after it. */
const looksEscaped = /_(?=x[0-9A-Fa-f]{4}(?:_|(?![\t\n])[\p{Cc}\p{Cs}\uFFFE\uFFFF]))/gu

const escapeOf = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
