export interface Terminal {
  /** Standard output, verbatim: what was asked for. */
  readonly print: (text: string) => void
  /** Standard output, verbatim: a report for a person. */
  readonly printReport: (text: string) => void
  /** Standard error, verbatim. */
  readonly printError: (text: string) => void
  /** The width of standard error in columns; undefined where standard error is no terminal. */
  readonly columnCount: number | undefined
}

/** The terminal of `--quiet`: without reports, warnings and progress. */
export const quieted = ({ print }: Terminal): Terminal => ({
  print,
  printReport: () => {},
  printError: () => {},
  columnCount: undefined,
})

/** JSON as it is printed for programs. */
export const jsonText = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

/**
 * Text of unknown origin for a terminal. Characters that move the cursor or change the direction of writing become an
 * escape, `\u001b`; so does a newline.
 */
export const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`,
  )

/** The same for text of several lines, of which all but the first are indented. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n    ')

/** Empties the line of a terminal and moves the cursor to its beginning. */
export const eraseLine = '\r\u001b[K'

export const grouped = (count: number): string => count.toLocaleString('en-US')

/** `1 record`, `2,000 records`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${grouped(count)} ${count === 1 ? noun : plural}`
