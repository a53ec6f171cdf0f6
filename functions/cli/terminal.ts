import { groupedAmount } from '@tallystick/audit/base/amount'
import { printable } from '@tallystick/audit/base/printable'

export interface Terminal {
  /** Writes to standard output without changes: the result that the command was asked for. */
  readonly print: (text: string) => void
  /** Writes to standard output without changes: a report for a person. */
  readonly printReport: (text: string) => void
  /** Writes to standard error without changes. */
  readonly printError: (text: string) => void
  /** The width of standard error in columns; undefined where standard error is not a terminal. */
  readonly columnCount: number | undefined
}

/** The terminal under `--quiet`: reports, warnings and progress are dropped. */
export const quieted = ({ print }: Terminal): Terminal => ({
  print,
  printReport: () => {},
  printError: () => {},
  columnCount: undefined,
})

/** JSON as it is printed for programs. */
export const jsonText = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

export { printable }

/** The same as `printable` for text of several lines. All lines but the first are indented. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n    ')

/** Clears the current line of a terminal and moves the cursor to its beginning. */
export const eraseLine = '\r\u001b[K'

/** Standard error has it, so that a report or a result that is read by a program stays as it is. */
export const warningLine = (text: string): string => `tallystick: warning: ${printable(text)}\n`

/** `1234` → `1,234`. `toLocaleString` takes 30 ms the first time. */
export const grouped = (count: number): string => groupedAmount(String(count), undefined)

/** `1 record`, `2,000 records`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${grouped(count)} ${count === 1 ? noun : plural}`
