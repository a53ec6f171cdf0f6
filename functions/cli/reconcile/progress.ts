import { eraseLine, type Terminal } from '../terminal.ts'

/** The progress of a reconciliation, shown in the last line of the terminal. */
export interface Progress {
  /** Shows that `part` of `whole` is done; `note` says what is being done. */
  readonly show: (note: string, part: number, whole: number) => void
  /** Erases the line. */
  readonly clear: () => void
}

const barWidth = 24

/** A progress bar on standard error; without a terminal, none. A bar that would look the same is not drawn again. */
export function createProgress({ columnCount, printError }: Terminal): Progress {
  if (columnCount === undefined) return { show: () => {}, clear: () => {} }
  let shown = ''
  return {
    show(note, part, whole) {
      const line = lineOf(note, whole === 0 ? 1 : Math.min(1, part / whole)).slice(0, columnCount - 1)
      if (line !== shown) printError(`${eraseLine}${line}`)
      shown = line
    },
    clear() {
      if (shown !== '') printError(eraseLine)
      shown = ''
    },
  }
}

function lineOf(note: string, ratio: number): string {
  const filled = Math.floor(ratio * barWidth)
  const percent = String(Math.floor(ratio * 100)).padStart(3)
  return `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}] ${percent} %  ${note}`
}
