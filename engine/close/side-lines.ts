import { linesOf } from '../base/line-splitter.ts'
import type { Side } from '../record/side.ts'
import type { ReadPart } from './period-manifest.ts'
import { type Reading, readFile } from './reading.ts'

interface LinesTaker {
  /** Takes some whole lines at once, before they are taken one by one. */
  readonly takeText?: (text: string) => void
  /** Takes a line of a part. The row counts from 0 over all parts. */
  readonly takeLine: (line: string, place: { readonly part: number; readonly row: number }) => void
  /** Called after the last line of a part. */
  readonly endPart?: (part: number) => void
}

/** Reads the lines of a side, each with its part. No part has the lines after the last one. */
export function* readSideLines(side: Side, parts: readonly ReadPart[], taker: LinesTaker): Reading<void> {
  let [part, row, end] = [0, 0, parts[0]?.count ?? 0]
  const endFull = (): void => {
    while (part < parts.length && row === end) {
      taker.endPart?.(part)
      part += 1
      end += parts[part]?.count ?? 0
    }
  }
  endFull()
  yield* readFile(`${side}.ndjson`, (text) => {
    taker.takeText?.(text.slice(0, text.lastIndexOf('\n') + 1))
    for (const line of linesOf(text)) {
      if (part < parts.length) taker.takeLine(line, { part, row })
      row += 1
      endFull()
    }
  })
}
