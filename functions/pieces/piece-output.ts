import {
  appendLineEntry,
  appendPieceRecord,
  appendText,
  type ByteBuffer,
  canonicalize,
  compareUtf8,
  createByteBuffer,
  type ExcludedRecord,
  endStates,
  type LineEntry,
  type PieceMark,
  type PieceRecord,
  type PieceSink,
  type Side,
  utf8,
} from '@tallystick/engine'
import type { PieceSizes } from './piece-context.ts'
import { partitionName } from './piece-names.ts'
import type { PieceStore } from './piece-store.ts'

/** What one task of a run writes: held until the task has ended, and then written file by file. */
export interface PieceOutput extends PieceSink {
  /** Adds lines of a view that are sorted already. */
  addLines(view: LineView, entries: readonly LineEntry[]): void
  /** Adds an open record to a folder that is no partition by hash. */
  toFolder(folder: string, record: PieceRecord): void
  /** Adds a text to a file of its own for the task. */
  addText(folder: string, text: string): void
  /** Writes all files. Their names hold `task`, so that no two tasks write one file. */
  write(store: PieceStore, task: string): Promise<void>
  /** Bytes of the buffers, or of those of folders whose names begin with `prefix`. */
  heldByteCount(prefix?: string): number
}

/** The views of the artifact that hold lines about records. Excluded records of each side are sorted apart. */
export const lineViews = ['matches', 'suggestions', 'breaks', 'excluded-source', 'excluded-target', 'netted'] as const
export type LineView = (typeof lineViews)[number]

/** An output without a record. */
export function createPieceOutput({
  partitionCount,
  partitionCounts = [],
}: Pick<PieceSizes, 'partitionCount' | 'partitionCounts'>): PieceOutput {
  const files = new Map<string, ByteBuffer>()
  const excluded: Record<Side, ExcludedRecord[]> = { source: [], target: [] }
  const fileOf = (folder: string): ByteBuffer => {
    const known = files.get(folder) ?? createByteBuffer(1024)
    files.set(folder, known)
    return known
  }
  const noteState = (
    side: Side,
    { number, state }: Pick<PieceMark, 'number'> & { readonly state: keyof typeof endStates },
  ): void => appendText(fileOf(`states/${side}`), `${endStates[state]} ${number}\n`)
  const addLine = (view: LineView, entry: LineEntry): void => appendLineEntry(fileOf(`lines/${view}`), entry)
  return {
    toRule(side, { position, hash, mark, line }) {
      const partition = hash % (partitionCounts[position] ?? partitionCount)
      appendPieceRecord(fileOf(`open/${partitionName(position, partition)}/${side}`), mark, line)
    },
    settle(side, { mark, line }) {
      noteState(side, mark)
      appendPieceRecord(fileOf(`${mark.state === 'open' ? 'rest' : 'settled'}/${side}`), mark, line)
    },
    addSurplus: (surplus) => appendText(fileOf('surpluses'), `${JSON.stringify(surplus)}\n`),
    exclude(side, record) {
      noteState(side, { number: record.number, state: 'excluded' })
      excluded[side].push(record)
    },
    addLine,
    addLines(view, entries) {
      for (const entry of entries) addLine(view, entry)
    },
    toFolder: (folder, { mark, line }) => appendPieceRecord(fileOf(folder), mark, line),
    addText: (folder, text) => appendText(fileOf(folder), text),
    async write(store, task) {
      for (const side of ['source', 'target'] as const)
        for (const { id, number, ruleId } of excluded[side].sort((left, right) => compareUtf8(left.id, right.id))) {
          const line = utf8(canonicalize({ kind: 'excluded', rule: ruleId, [side]: [id] }))
          addLine(`excluded-${side}`, { source: [], target: [], [side]: [number], line })
        }
      excluded.source = []
      excluded.target = []
      for (const [folder, { bytes, end }] of files) await store.write(`${folder}/${task}`, bytes.subarray(0, end))
    },
    heldByteCount: (prefix = '') =>
      [...files].reduce((sum, [folder, { bytes }]) => sum + (folder.startsWith(prefix) ? bytes.length : 0), 0),
  }
}
