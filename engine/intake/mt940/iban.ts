/**
 * Whether a text is an IBAN, by its check digits. Those of a Dutch account are told by their form too, as samples leave the
 * digits of real accounts out.
 */
export const isIban = (text: string): boolean =>
  text.length >= lengthMin && shape.test(text) && (dutchShape.test(text) || remainderOf(text.trimEnd()) === 1)

const lengthMin = 15
const shape = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}\s*$/
const dutchShape = /^NL\d{2}[A-Z]{4}\d{10}\s*$/

/** Of the number that the account is, its first four characters last and each letter two digits, the rest by 97. */
function remainderOf(iban: string): number {
  let rest = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const digit = Number.parseInt(character, 36)
    rest = (rest * (digit < 10 ? 10 : 100) + digit) % 97
  }
  return rest
}
