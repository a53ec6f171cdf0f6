import { groupedAmount } from '@tallystick/audit/base/amount'

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

/**
 * Makes text of unknown origin safe for a terminal. Characters that move the cursor or change the direction of writing
 * become an escape, `\u001b`; so does a newline.
 */
export const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`,
  )

/** The same as `printable` for text of several lines. All lines but the first are indented. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n    ')

/** Clears the current line of a terminal and moves the cursor to its beginning. */
export const eraseLine = '\r\u001b[K'

/** `1234` → `1,234`. `toLocaleString` takes 30 ms the first time. */
export const grouped = (count: number): string => groupedAmount(String(count), undefined)

/** `1 record`, `2,000 records`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${grouped(count)} ${count === 1 ? noun : plural}`
