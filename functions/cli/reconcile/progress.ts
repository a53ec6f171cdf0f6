import { eraseLine, type Terminal } from '../terminal.ts'

export interface Progress {
  readonly show: (note: string, part: number, whole: number) => void
  readonly clear: () => void
}

const barWidth = 24

/** A progress bar on standard error, redrawn only when it changes. Without a terminal nothing is drawn. */
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
