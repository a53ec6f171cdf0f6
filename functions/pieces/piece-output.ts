import {
  appendLineEntry,
  appendText,
  compareUtf8,
  createByteBuffer,
  createRecordFile,
  type ExcludedRecord,
  endStates,
  entryOfLine,
  type LineEntry,
  type PieceRecord,
  type PieceSink,
  type RecordFile,
  type Side,
} from '@tallystick/engine'
import { appendEnd } from './end-files.ts'
import { appendNumber } from './number-files.ts'
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
  /** Adds numbers of records to a file of its own for the task. */
  addNumbers(folder: string, numbers: Iterable<number>): void
  /** Writes all files. Their names hold `task`, so that no two tasks write one file. */
  write(store: PieceStore, task: string): Promise<void>
  /** Bytes of the buffers, or of those of folders whose names begin with `prefix`. */
  heldByteCount(prefix?: string): number
}

/** The views of the artifact that hold lines about records. Excluded records of each side are sorted apart. */
export const lineViews = ['matches', 'suggestions', 'breaks', 'excluded-source', 'excluded-target', 'netted'] as const
export type LineView = (typeof lineViews)[number]

/** The folders of records and states that every task fills, so that no name is made for each record. */
const foldersOf = (side: Side) => ({ states: `states/${side}`, rest: `rest/${side}`, settled: `settled/${side}` })
const folders = { source: foldersOf('source'), target: foldersOf('target') }

/** More than a rule has partitions. */
const placeCountOfRule = 1_000_000

/** An output without a record. */
export function createPieceOutput({
  partitionCount,
  partitionCounts = [],
}: Pick<PieceSizes, 'partitionCount' | 'partitionCounts'>): PieceOutput {
  const files = filesByFolder(() => createByteBuffer(1024))
  const records = filesByFolder(createRecordFile)
  const excluded: Record<Side, ExcludedRecord[]> = { source: [], target: [] }
  const noteState = (side: Side, state: keyof typeof endStates, number: number): void =>
    appendEnd(files.of(folders[side].states), endStates[state], number)
  const addLine = (view: LineView, entry: LineEntry): void => appendLineEntry(files.of(`lines/${view}`), entry)
  const openFiles = { source: new Map<number, RecordFile>(), target: new Map<number, RecordFile>() }
  const openFile = (side: Side, position: number, partition: number): RecordFile => {
    const place = position * placeCountOfRule + partition
    const known = openFiles[side].get(place)
    if (known !== undefined) return known
    const file = records.of(`open/${partitionName(position, partition)}/${side}`)
    openFiles[side].set(place, file)
    return file
  }
  return {
    toRule(side, { position, hash, mark, line }) {
      openFile(side, position, hash % (partitionCounts[position] ?? partitionCount)).add(mark, line)
    },
    settle(side, { mark, line }) {
      noteState(side, mark.state, mark.number)
      records.of(mark.state === 'open' ? folders[side].rest : folders[side].settled).add(mark, line)
    },
    addSurplus: (surplus) => appendText(files.of('surpluses'), `${JSON.stringify(surplus)}\n`),
    exclude(side, record) {
      noteState(side, 'excluded', record.number)
      excluded[side].push(record)
    },
    addLine,
    addLines(view, entries) {
      for (const entry of entries) addLine(view, entry)
    },
    toFolder: (folder, { mark, line }) => records.of(folder).add(mark, line),
    addText: (folder, text) => appendText(files.of(folder), text),
    addNumbers(folder, numbers) {
      for (const number of numbers) appendNumber(files.of(folder), number)
    },
    async write(store, task) {
      for (const side of ['source', 'target'] as const)
        for (const { id, number, ruleId } of excluded[side].sort((left, right) => compareUtf8(left.id, right.id))) {
          const numbers = { source: [], target: [], [side]: [number] }
          addLine(`excluded-${side}`, entryOfLine({ kind: 'excluded', rule: ruleId, [side]: [id] }, numbers))
        }
      excluded.source = []
      excluded.target = []
      for (const [folder, { bytes, end }] of files.all()) await store.write(`${folder}/${task}`, bytes.subarray(0, end))
      for (const [folder, file] of records.all()) await store.write(`${folder}/${task}`, file.finish())
    },
    heldByteCount: (prefix = '') =>
      files.sum(prefix, ({ bytes }) => bytes.length) + records.sum(prefix, (file) => file.heldByteCount()),
  }
}

/** The files of a task by their folders, each of which holds one of them. */
function filesByFolder<File>(create: () => File) {
  const files = new Map<string, File>()
  return {
    of(folder: string): File {
      const known = files.get(folder)
      if (known !== undefined) return known
      const file = create()
      files.set(folder, file)
      return file
    },
    all: (): Iterable<readonly [string, File]> => files,
    sum(prefix: string, byteCountOf: (file: File) => number): number {
      let sum = 0
      for (const [folder, file] of files) if (folder.startsWith(prefix)) sum += byteCountOf(file)
      return sum
    },
  }
}
