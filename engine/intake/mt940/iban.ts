/** By check digits; a Dutch IBAN also by its form, as samples mask the digits of real accounts. */
export const isIban = (text: string): boolean =>
  text.length >= lengthMin && shape.test(text) && (dutchShape.test(text) || remainderOf(text.trimEnd()) === 1)

const lengthMin = 15
const shape = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}\s*$/
const dutchShape = /^NL\d{2}[A-Z]{4}\d{10}\s*$/

/** ISO 13616: the first four characters move to the end, letters become two digits, and the number is divided by 97. */
function remainderOf(iban: string): number {
  let remainder = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const digit = Number.parseInt(character, 36)
    remainder = (remainder * (digit < 10 ? 10 : 100) + digit) % 97
  }
  return remainder
}
