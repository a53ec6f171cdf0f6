import { createProgress, type Progress } from '../reconcile/progress.ts'
import type { Terminal } from '../terminal.ts'

/** On a terminal a progress bar; elsewhere a line for each tenth of the work. */
export function createUploadProgress(terminal: Terminal): Progress {
  if (terminal.columnCount !== undefined) return createProgress(terminal)
  let shown = ''
  return {
    show(note, part, whole) {
      const percent = whole === 0 ? 100 : Math.floor((10 * part) / whole) * 10
      const line = `${note}: ${percent} %\n`
      if (line !== shown) terminal.printError(line)
      shown = line
    },
    clear() {},
  }
}
