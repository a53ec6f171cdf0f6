/** Whether two decimals are equal once two neighbouring digits of one have changed places, tried one after another. */
export function areTransposed(left: string, right: string): boolean {
  const [own = '', other = ''] = [left, right].map((text) => text.replace('-', ''))
  if (own === other || left.startsWith('-') !== right.startsWith('-')) return false
  const [whole = '', ...rest] = own.split('.')
  const [otherWhole = '', ...otherRest] = other.split('.')
  const places = Math.max(rest.join('').length, otherRest.join('').length)
  if (whole.length !== otherWhole.length) return false
  const digits = [...`${whole}${rest.join('').padEnd(places, '0')}`]
  const wanted = `${otherWhole}${otherRest.join('').padEnd(places, '0')}`
  return digits.slice(1).some((digit, index) => {
    const changed = digits.with(index, digit).with(index + 1, digits[index] ?? '')
    return changed.join('') === wanted
  })
}
