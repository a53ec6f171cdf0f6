import type { RecordLine, RecordName, ShownRecord } from '@tallystick/audit/report/shown-record'
import { at, type JsonValue, numberAt, type Sha256 } from '@tallystick/engine/base'
import type { DatasetSummary } from '@tallystick/engine/intake'
import { hashOfLine } from '@tallystick/engine/merkle'
import type { ReconciledRun } from '@tallystick/engine/reconcile'
import { absentDay, type BySide, type Table } from '@tallystick/engine/record'
import { type HeaderLine, idOfLine, type RunSummary, resultViews, type TotalsLine } from '@tallystick/engine/result'
import type { CompiledPolicy } from '@tallystick/engine/rules'
import type { View } from '@tallystick/schema/result'
import type { ReadSide, RunOrigin, RunOverview } from './engine-types.ts'
import { oncePer } from './once-per.ts'

export interface RunSide {
  readonly name: string
  readonly table: Table
  readonly root: string
  /** By row, the line of the file on which the record begins; for records that came without a file, their place. */
  readonly lines: Int32Array
}

/** Canonical lines of the result, each ended by a newline. */
interface RunChunk {
  readonly view: (typeof resultViews)[number]
  readonly text: string
}

/** A finished run with all that its pages show. Local runs, stored runs and opened packs share this shape. */
export interface OpenRun {
  readonly id: string
  readonly origin: RunOrigin
  readonly title: string
  readonly policy: CompiledPolicy
  /** The rules as they were given. */
  readonly policyJson: JsonValue
  readonly sides: BySide<RunSide>
  /** The chunks of the result, in its order. */
  readonly chunks: readonly RunChunk[]
  readonly header: HeaderLine
  readonly totals: TotalsLine
  readonly summary: RunSummary
  readonly resultRoot: string
  readonly leafCount: number
  readonly warnings: RunOverview['warnings']
  /** The statements of the files, with their balances. */
  readonly statements: BySide<DatasetSummary['statements']>
  /** The files of a run that was made here; undefined for others. */
  readonly origins: BySide<ReadSide> | undefined
  readonly sha256: Sha256
  /** The engine's state at the end of the run. For a run that was not made here, the engine runs again. */
  readonly ended: () => Promise<ReconciledRun>
  readonly recordOf: (name: RecordName) => ShownRecord | undefined
}

/** The views that name records, in the order of the result. */
export const recordViews: readonly View[] = ['matches', 'suggestions', 'breaks', 'excluded', 'netted']

/** The lines of a view by position, at 4 bytes a line. */
interface ViewLines {
  readonly count: number
  readonly textAt: (position: number) => string
  /** The line at a position. The last one is kept, since a click asks for it several times. */
  readonly lineAt: (position: number) => RecordLine
  readonly idAt: (position: number) => string
  readonly leafAt: (position: number) => number
}

/** Takes O(characters of the view), once for a run. */
export const linesOfView = (openRun: Pick<OpenRun, 'chunks' | 'sha256'>, view: View): ViewLines => {
  const known = linesByView(openRun)
  const lines = known.get(view) ?? readLines(openRun, view)
  known.set(view, lines)
  return lines
}

const linesByView = oncePer((_: Pick<OpenRun, 'chunks' | 'sha256'>) => new Map<View, ViewLines>())

function readLines({ chunks, sha256 }: Pick<OpenRun, 'chunks' | 'sha256'>, view: View): ViewLines {
  let count = 0
  const parts = chunks
    .filter((chunk) => chunk.view === view)
    .map(({ text }) => {
      const part = { text, starts: startsOf(text), first: count }
      count += part.starts.length
      return part
    })
  const firstLeaf = countBefore(chunks, view)
  const textAt = (position: number): string => {
    const { text, starts, first } = at(
      parts,
      parts.findLastIndex((part) => part.first <= position),
    )
    const start = numberAt(starts, position - first)
    return text.slice(start, text.indexOf('\n', start))
  }
  let last: { readonly position: number; readonly line: RecordLine } | undefined
  const lineAt = (position: number): RecordLine => {
    if (last?.position !== position) last = { position, line: JSON.parse(textAt(position)) }
    return last.line
  }
  return {
    count,
    textAt,
    lineAt,
    idAt: (position) => idOfText({ sha256 }, textAt(position), lineAt(position).kind),
    leafAt: (position) => firstLeaf + position,
  }
}

function startsOf(text: string): Int32Array {
  const starts: number[] = []
  for (let start = 0; start < text.length; start = text.indexOf('\n', start) + 1) starts.push(start)
  return Int32Array.from(starts)
}

function countBefore(chunks: readonly RunChunk[], view: View): number {
  let count = 0
  for (const each of chunks) {
    if (resultViews.indexOf(each.view) >= resultViews.indexOf(view)) break
    for (let at = each.text.indexOf('\n'); at >= 0; at = each.text.indexOf('\n', at + 1)) count += 1
  }
  return count
}

export const idOfText = ({ sha256 }: Pick<OpenRun, 'sha256'>, text: string, kind: RecordLine['kind']): string =>
  idOfLine(kind, hashOfLine(sha256, text))

/** The oldest and the newest day of any record of both sides. O(records). */
export function periodOf({ sides: { source, target } }: Pick<OpenRun, 'sides'>): Period {
  let [first, last]: [number | undefined, number | undefined] = [undefined, undefined]
  for (const { table } of [source, target]) {
    const days = table.date('date')
    for (let row = 0; row < table.recordCount; row++) {
      const day = numberAt(days, row)
      if (day === absentDay) continue
      if (first === undefined || day < first) first = day
      if (last === undefined || day > last) last = day
    }
  }
  return { first, last }
}

/** Both days are undefined where no record has a date. */
export interface Period {
  readonly first: number | undefined
  readonly last: number | undefined
}
