/** Positions of the cell formats in a workbook's styles. */
export const styles = {
  general: 0,
  title: 1,
  /** Text that stays text, also when it is edited. */
  text: 2,
  count: 3,
  date: 4,
  /** The format of amounts with n digits after the point is `amount + n`, up to `fractionLengthMax`. */
  amount: 5,
} as const

/** As many as an amount may have. */
export const fractionLengthMax = 12
