/** Where a command writes, and the texts that are made for it. */

export interface Terminal {
  /** Writes to standard output, as it is. */
  readonly print: (text: string) => void
  /** Writes to standard error, as it is. */
  readonly printError: (text: string) => void
  /** The width of standard error in columns; undefined where standard error is no terminal. */
  readonly columnCount: number | undefined
}

/** Shows nothing: for what nobody asked to see. */
export const quietTerminal: Terminal = { print: () => {}, printError: () => {}, columnCount: undefined }

/** JSON as it is printed for programs. */
export const jsonText = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

/**
 * Text of unknown origin for a terminal. Characters that would move its cursor or change the direction of writing are
 * written as an escape, `\u001b`; so is a newline.
 */
export const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`,
  )

/** The same for text of several lines, of which the second and all after it are indented. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n    ')

/** Takes the cursor of a terminal to the beginning of its line, which becomes empty. */
export const eraseLine = '\r\u001b[K'

/** `1,048,576`. */
export const grouped = (count: number): string => count.toLocaleString('en-US')

/** `1 record`, `2,000 records`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${grouped(count)} ${count === 1 ? noun : plural}`
