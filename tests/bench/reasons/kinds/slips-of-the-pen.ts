import { dateText, dayOf } from '../../../engine/propose/pairs/days.ts'

/** An amount with the first two neighbouring digits that differ changed over. The first digit is never made 0. */
export function swappedDigits(cents: number): number {
  const digits = [...String(Math.abs(cents))]
  const place = digits.findIndex((digit, index) => {
    const next = digits[index + 1]
    return next !== undefined && next !== digit && (index > 0 || next !== '0')
  })
  const [left, right] = [digits[place], digits[place + 1]]
  if (left === undefined || right === undefined) return cents + Math.sign(cents) * 9
  digits.splice(place, 2, right, left)
  return Math.sign(cents) * Number(digits.join(''))
}

/** A text with one of its last digits another. */
export const mistyped = (text: string): string =>
  text.replace(/\d(?=\d\d$)/, (digit) => String((Number(digit) + 5) % 10))

/** A text with two neighbouring digits changed over, the first pair that differs. */
export const swappedText = (text: string): string => text.replace(/(\d)(?!\1)(\d)(?=\d*$)/, '$2$1')

/** The first day from `day` on whose day and month can be changed over, and that day with them changed over. */
export function swappedDay(day: number): readonly [number, number] {
  const [year, month, dayOfMonth] = dateText(day).split('-')
  if (Number(dayOfMonth) <= 12 && month !== dayOfMonth) return [day, dayOf(`${year}-${dayOfMonth}-${month}`)]
  return swappedDay(day + 1)
}
