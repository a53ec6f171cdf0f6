import { appendBytes, createWordBuffer } from '@tallystick/engine/base'
import { countKeyReader, type StoredLine } from '@tallystick/engine/pieces'
import {
  type ArtifactState,
  type BreakLine,
  createArtifactWriter,
  type ResultChunk,
  type ResultLine,
  type ResultView,
} from '@tallystick/engine/result'
import { hashOfBytes } from '../../platform/hash-of-bytes.ts'
import { readCoverage, writeCoverage } from './coverage-files.ts'
import { type LinePlace, openMerge, type SortedFiles } from './merge-lines.ts'
import type { PieceJob, PieceSizes } from './piece-context.ts'
import { padded, taskName } from './piece-names.ts'
import type { LineView } from './piece-output.ts'
import { readJson, writeJson } from './piece-store.ts'
import { readSuggested } from './suggest-group.ts'

export interface StoredChunkPlace extends Omit<ResultChunk, 'bytes' | 'text'> {
  readonly file: string
  readonly offset: number
  readonly byteCount: number
  /** The hash of the chunk's lines, in lower-case hex. */
  readonly sha256: string
}

/** All that the next task of a merge needs. */
export interface MergeState {
  readonly task: number
  readonly artifact: ArtifactState | undefined
  readonly root: string
  readonly leafCount: number
}

export const noMerge: MergeState = { task: 0, artifact: undefined, root: '', leafCount: 0 }

export interface SortedView {
  /** The file that lists the sorted files of the view. */
  readonly lists: string
  /** How often each line is merged, the merge of `lists` included. */
  readonly mergeCount: number
}

interface MergePart extends SortedView {
  readonly view: LineView
  readonly places: readonly LinePlace[] | undefined
}

/** The end of a task. The next task continues at `places`; undefined at the end of the view. */
export interface MergedPart {
  readonly state: MergeState
  readonly places: readonly LinePlace[] | undefined
}

/** Merges at most `mergedLineCountMax` lines of a view into result chunks. Throws when a record is in two lines. */
export async function mergePart(
  job: PieceJob,
  { view, lists, mergeCount, places }: MergePart,
  state: MergeState,
): Promise<MergedPart> {
  const { store, sizes } = job
  const output = openResult(job, state)
  const coverage = await readCoverage(store, state.task)
  const suggested = view === 'breaks' ? await readSuggested(store) : undefined
  const merge = await openMerge(store, await readJson<readonly SortedFiles[]>(store, lists), places)
  const countLine = lineCounter(job, { view, mergeCount })
  const take = (line: StoredLine): void => {
    if (view !== 'suggestions') coverage.add(line)
    countLine(line)
    if (suggested?.hasOf(line)) output.addLine(resultViewOf(view), withSuggested(line))
    else output.add(resultViewOf(view), line)
  }
  const bitmapByteCount = coverage.bits.source.length + coverage.bits.target.length + (suggested?.heldByteCount ?? 0)
  const pause = async (): Promise<void> => {
    job.onHeld?.(merge.heldByteCount() + output.heldByteCount() + bitmapByteCount)
    await output.flushIfLarge()
  }
  const count = await merge.takeLines(take, { countMax: sizes.mergedLineCountMax, pause })
  await writeCoverage(store, state.task + 1, coverage)
  return {
    state: await output.finish(),
    places: count < sizes.mergedLineCountMax ? undefined : merge.places(),
  }
}

/** Counts an equal part of a line's records in each merge of the line. Suggested records are in other lines, too. */
export function lineCounter(
  { onRecords }: PieceJob,
  { view, mergeCount }: { readonly view: LineView; readonly mergeCount: number },
): (line: StoredLine) => void {
  if (onRecords === undefined || view === 'suggestions') return () => undefined
  return ({ source, target }) => onRecords((source.length + target.length) / mergeCount)
}

/** Adds a line about the whole run: the header, or the totals. */
export async function addResultLine(
  job: PieceJob,
  { view, line }: { readonly view: ResultView; readonly line: ResultLine },
  state: MergeState,
): Promise<MergeState> {
  const output = openResult(job, state)
  output.addLine(view, line)
  await output.flushIfLarge()
  await writeCoverage(job.store, state.task + 1, await readCoverage(job.store, state.task))
  return output.finish()
}

interface ListsToMerge {
  readonly lists: readonly SortedFiles[]
  readonly folder: string
  readonly countLine: (line: StoredLine) => void
}

/** Merges lists of sorted files into one list. */
export async function mergeSorted(job: PieceJob, { lists, folder, countLine }: ListsToMerge): Promise<SortedFiles> {
  const files: string[] = []
  const merge = await openMerge(job.store, lists)
  let buffer = createWordBuffer(64 * 1024)
  const flush = async (): Promise<void> => {
    if (buffer.end === 0) return
    const name = `${folder}/${padded(files.length)}`
    await job.store.write(name, buffer.bytes.subarray(0, buffer.end))
    files.push(name)
    buffer = createWordBuffer(64 * 1024)
  }
  const pause = async (): Promise<void> => {
    job.onHeld?.(merge.heldByteCount() + buffer.bytes.length)
    if (buffer.end > heldByteCountMax(job.sizes)) await flush()
  }
  const take = (line: StoredLine): void => {
    countLine(line)
    appendBytes(buffer, line.bytes.subarray(line.start, line.end))
  }
  await merge.takeLines(take, { countMax: Number.POSITIVE_INFINITY, pause })
  await flush()
  return files
}

const resultViewOf = (view: LineView): ResultView =>
  view === 'excluded-source' || view === 'excluded-target' ? 'excluded' : view

/** Bytes of lines that are held before they are written: sixteen chunks. */
const heldByteCountMax = ({ chunkByteCountMax }: PieceSizes): number => 16 * chunkByteCountMax

function openResult({ store, sha256, sizes }: PieceJob, { task, artifact: begun }: MergeState) {
  let held = createWordBuffer(64 * 1024)
  let fileCount = 0
  const countKeyOf = countKeyReader()
  const places: StoredChunkPlace[] = []
  const fileName = (): string => `result/${taskName('merge', task, fileCount)}`
  const artifact = createArtifactWriter(sha256, {
    chunkBytesMax: sizes.chunkByteCountMax,
    begun,
    takeChunk({ view, seq, firstLeaf, count, counts, bytes }) {
      const place = { file: fileName(), offset: held.end, byteCount: bytes.length, sha256: hashOfBytes(bytes) }
      places.push({ view, seq, firstLeaf, count, counts, ...place })
      appendBytes(held, bytes)
      return true
    },
  })
  const flush = async (): Promise<void> => {
    if (held.end === 0) return
    await store.write(fileName(), held.bytes.subarray(0, held.end))
    fileCount += 1
    held = createWordBuffer(64 * 1024)
  }
  return {
    addLine: (view: ResultView, line: ResultLine) => artifact.add(view, line),
    add(view: ResultView, line: StoredLine) {
      appendBytes(artifact.buffer, line.bytes.subarray(line.lineStart, line.end))
      artifact.endLine(view, countKeyOf(line))
    },
    heldByteCount: () => held.bytes.length + artifact.buffer.bytes.length,
    async flushIfLarge() {
      if (held.end > heldByteCountMax(sizes)) await flush()
    },
    async finish(): Promise<MergeState> {
      const { state, root, leafCount } = artifact.finish()
      await flush()
      await writeJson(store, `index/${padded(task)}`, places)
      return { task: task + 1, artifact: state, root, leafCount }
    },
  }
}

const decoder = new TextDecoder()

const withSuggested = ({ bytes, lineStart, end }: StoredLine): BreakLine => ({
  ...JSON.parse(decoder.decode(bytes.subarray(lineStart, end))),
  suggested: true,
})
