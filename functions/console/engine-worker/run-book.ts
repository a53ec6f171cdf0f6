import {
  absentDay,
  at,
  type BySide,
  type CompiledPolicy,
  type HeaderLine,
  hashOfLine,
  idOfLine,
  type JsonValue,
  numberAt,
  type ReconciledRun,
  type RunSummary,
  resultViews,
  type Sha256,
  type Table,
  type TotalsLine,
} from '@tallystick/engine'
import type { View } from '../../../schema/result.ts'
import type { RecordLine, RecordName, ShownRecord } from '../../report/shown-record.ts'
import type { RunOrigin } from './engine-types.ts'

/** A side of a run, wherever the run came from. */
export interface BookSide {
  readonly name: string
  readonly table: Table
  readonly root: string
  /** The line of the file on which each row begins; of records that came from no file, their place among the records. */
  readonly lines: Int32Array
}

/** A stretch of the result's canonical lines, each ended by a newline. */
export interface BookChunk {
  readonly view: (typeof resultViews)[number]
  readonly text: string
}

/** A finished run with all that its pages show: one shape for a local run, a stored run and an opened pack. */
export interface RunBook {
  readonly id: string
  readonly origin: RunOrigin
  readonly title: string
  readonly policy: CompiledPolicy
  /** The rules as they were given. */
  readonly policyJson: JsonValue
  readonly sides: BySide<BookSide>
  /** In the order of the result. */
  readonly chunks: readonly BookChunk[]
  readonly header: HeaderLine
  readonly totals: TotalsLine
  readonly summary: RunSummary
  readonly resultRoot: string
  readonly leafCount: number
  readonly warnings: readonly string[]
  readonly sha256: Sha256
  /** The engine's own state at the end of the run; computed again where the run was not made here. */
  readonly ended: () => Promise<ReconciledRun>
  readonly recordOf: (name: RecordName) => ShownRecord | undefined
}

/** The views that name records, in the order of the result. */
export const recordViews: readonly View[] = ['matches', 'suggestions', 'breaks', 'excluded', 'netted']

/** The texts of the lines of a view, by their place in it. 12 bytes a line. */
export interface ViewTexts {
  readonly count: number
  readonly textAt: (position: number) => string
  /** The index of a line among all lines of the result. */
  readonly leafAt: (position: number) => number
}

/** The lines of a view. O(characters of the view) to make. */
export function textsOfView({ chunks }: Pick<RunBook, 'chunks'>, view: View): ViewTexts {
  const own = chunks.filter((chunk) => chunk.view === view).map(({ text }) => text)
  const places: { readonly text: string; readonly start: number; readonly end: number }[] = []
  for (const text of own)
    for (let start = 0; start < text.length; ) {
      const end = text.indexOf('\n', start)
      places.push({ text, start, end })
      start = end + 1
    }
  const firstLeaf = countBefore(chunks, view)
  return {
    count: places.length,
    textAt(position) {
      const { text, start, end } = at(places, position)
      return text.slice(start, end)
    },
    leafAt: (position) => firstLeaf + position,
  }
}

function countBefore(chunks: readonly BookChunk[], view: View): number {
  let count = 0
  for (const each of chunks) {
    if (resultViews.indexOf(each.view) >= resultViews.indexOf(view)) break
    for (let at = each.text.indexOf('\n'); at >= 0; at = each.text.indexOf('\n', at + 1)) count += 1
  }
  return count
}

/** The line of a text. */
export const lineIn = (text: string): RecordLine => JSON.parse(text)

/** The id of a line, by its hash. */
export const idOfText = ({ sha256 }: Pick<RunBook, 'sha256'>, text: string, kind: RecordLine['kind']): string =>
  idOfLine(kind, hashOfLine(sha256, text))

/** The newest day of any record of both sides; undefined where none has a date. O(records). */
export function newestDay({ sides: { source, target } }: Pick<RunBook, 'sides'>): number | undefined {
  let newest: number | undefined
  for (const { table } of [source, target]) {
    const days = table.date('date')
    for (let row = 0; row < table.recordCount; row++) {
      const day = numberAt(days, row)
      if (day !== absentDay && (newest === undefined || day > newest)) newest = day
    }
  }
  return newest
}
