/** The numbers of the cell formats in a workbook's styles. */
export const styles = {
  general: 0,
  title: 1,
  /** The format of cells that stay text even when a person edits them. */
  text: 2,
  count: 3,
  date: 4,
  /** The format of amounts with n digits after the point is `amount + n`, up to `fractionLengthMax`. */
  amount: 5,
} as const

/** The most digits after the point that an amount may have. */
export const fractionLengthMax = 12
