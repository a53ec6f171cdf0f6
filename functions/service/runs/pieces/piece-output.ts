import { appendBytes, appendNumber, appendString, compareUtf8 } from '@tallystick/engine/base'
import {
  appendLineEntry,
  createRecordFile,
  type ExcludedRecord,
  endStates,
  entryOfLine,
  type LineEntry,
  type PieceRecord,
  type PieceSink,
  type RecordFile,
  type StoredLine,
} from '@tallystick/engine/pieces'
import type { Side } from '@tallystick/engine/record'
import { type CutFile, type CutFiles, createBytesFile, createCutFiles } from './cut-files.ts'
import { appendEnd } from './end-files.ts'
import type { PieceSizes } from './piece-context.ts'
import { partitionName } from './piece-names.ts'
import type { PieceStore } from './piece-store.ts'

/** What one task of a run writes. Where files end depends only on what was added: a repeated task writes the same. */
export interface PieceOutput extends PieceSink {
  /** Adds sorted lines of a view. */
  addLines(view: LineView, entries: readonly LineEntry[]): void
  /** Adds a line of a view as it is stored. The lines of a view come sorted. */
  addStored(view: LineView, line: StoredLine): void
  /** Adds a record to a folder that is not chosen by hash. */
  toFolder(folder: string, record: PieceRecord): void
  addText(folder: string, text: string): void
  addNumbers(folder: string, numbers: Iterable<number>): void
  /** Writes and forgets the ended files. */
  flush(store: PieceStore, task: string): Promise<void>
  /** Writes all files. Their names contain `task`, so that no two tasks write one file. */
  write(store: PieceStore, task: string): Promise<void>
  heldByteCount(): number
}

/** The views of the artifact with lines about records. Excluded records of each side are sorted apart. */
export const lineViews = ['matches', 'suggestions', 'breaks', 'excluded-source', 'excluded-target', 'netted'] as const
export type LineView = (typeof lineViews)[number]

/** The folder of suggestions whose records later rules may take. */
export const suggestionsFolder = 'suggestions'

/** The folders of findings, and of the records that they name. */
export const findingsFolder = 'findings'
export const namedFolder = (side: Side): string => `named/${side}`

/** The folders that every task fills, made once and not for each record. */
const foldersOf = (side: Side) => ({ states: `states/${side}`, open: `remainder/${side}`, settled: `settled/${side}` })
const folders = { source: foldersOf('source'), target: foldersOf('target') }

/** Larger than the number of partitions of any rule. */
const placeCountOfRule = 1_000_000

/** Bytes after which a file ends. Its buffers, which double as they grow, stay within four megabytes. */
const fileByteCountUsual = 3 * 1024 * 1024

/** Gives the file of a partition of a rule. Makes the name of each folder once. */
function openFilesIn(records: CutFiles<RecordFile>) {
  const places = { source: new Map<number, CutFile<RecordFile>>(), target: new Map<number, CutFile<RecordFile>>() }
  return (side: Side, position: number, partition: number): RecordFile => {
    const place = position * placeCountOfRule + partition
    const known = places[side].get(place)
    if (known !== undefined) return records.fileIn(known)
    const cut = records.cutOf(`open/${partitionName(position, partition)}/${side}`)
    places[side].set(place, cut)
    return records.fileIn(cut)
  }
}

export function createPieceOutput({
  partitionCount,
  partitionCounts = [],
  fileByteCountMax = fileByteCountUsual,
}: Pick<PieceSizes, 'partitionCount' | 'partitionCounts' | 'fileByteCountMax'>): PieceOutput {
  const files = createCutFiles(createBytesFile, fileByteCountMax)
  const records = createCutFiles(createRecordFile, fileByteCountMax)
  const excluded: Record<Side, ExcludedRecord[]> = { source: [], target: [] }
  const noteState = (side: Side, state: keyof typeof endStates, number: number): void =>
    appendEnd(files.of(folders[side].states).buffer, endStates[state], number)
  const addLine = (view: LineView, entry: LineEntry): void => appendLineEntry(files.of(`lines/${view}`).buffer, entry)
  const openFile = openFilesIn(records)
  const flush: PieceOutput['flush'] = async (store, task) => {
    await files.flush(store, task)
    await records.flush(store, task)
  }
  return {
    toRule(side, { position, hash, mark, line }) {
      openFile(side, position, hash % (partitionCounts[position] ?? partitionCount)).add(mark, line)
    },
    settle(side, { mark, line }) {
      noteState(side, mark.state, mark.number)
      records.of(mark.state === 'open' ? folders[side].open : folders[side].settled).add(mark, line)
    },
    addSuggestion: (entry) => appendLineEntry(files.of(suggestionsFolder).buffer, entry),
    addFinding: (finding) => appendString(files.of(findingsFolder).buffer, `${JSON.stringify(finding)}\n`),
    addNamed: (side, { mark, line }) => records.of(namedFolder(side)).add(mark, line),
    addLeftovers: (leftovers) => appendString(files.of('leftovers').buffer, `${JSON.stringify(leftovers)}\n`),
    exclude(side, record) {
      noteState(side, 'excluded', record.number)
      excluded[side].push(record)
    },
    addLine,
    addLines(view, entries) {
      for (const entry of entries) addLine(view, entry)
    },
    addStored: (view, { bytes, start, end }) =>
      appendBytes(files.of(`lines/${view}`).buffer, bytes.subarray(start, end)),
    toFolder: (folder, { mark, line }) => records.of(folder).add(mark, line),
    addText: (folder, text) => appendString(files.of(folder).buffer, text),
    addNumbers(folder, numbers) {
      // All numbers of a call go into one file, where `linesOfNumbers` needs them together.
      const { buffer } = files.of(folder)
      for (const number of numbers) appendNumber(buffer, number)
    },
    flush,
    async write(store, task) {
      for (const side of ['source', 'target'] as const)
        for (const entry of excludedEntries(side, excluded[side])) addLine(`excluded-${side}`, entry)
      excluded.source = []
      excluded.target = []
      files.endAll()
      records.endAll()
      await flush(store, task)
    },
    heldByteCount: () => files.heldByteCount() + records.heldByteCount(),
  }
}

const excludedEntries = (side: Side, excluded: readonly ExcludedRecord[]): readonly LineEntry[] =>
  excluded
    .toSorted((left, right) => compareUtf8(left.id, right.id))
    .map(({ id, number, ruleId }) =>
      entryOfLine({ kind: 'excluded', rule: ruleId, [side]: [id] }, { source: [], target: [], [side]: [number] }),
    )
