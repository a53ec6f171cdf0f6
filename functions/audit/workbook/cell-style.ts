/** Positions of the cell formats in a workbook's styles. */
export const styles = {
  general: 0,
  title: 1,
  /** Text that stays text, also when it is edited. */
  text: 2,
  count: 3,
  date: 4,
  /** Amounts without digits after the point; those with one have the next, and so on up to `fractionLengthMax`. */
  amount: 5,
} as const

/** As many as an amount may have. */
export const fractionLengthMax = 12
