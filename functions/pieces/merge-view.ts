import {
  type ArtifactState,
  appendBytes,
  appendLineEntry,
  type BreakLine,
  canonicalize,
  countKey,
  createArtifactWriter,
  createByteBuffer,
  type LineEntry,
  type ResultChunk,
  type ResultLine,
  type ResultView,
  sides,
  utf8,
} from '@tallystick/engine'
import { markCovered, readCoverage, writeCoverage } from './coverage-files.ts'
import { type LineRun, openMerge, type ReadLine, type RunPlace } from './line-runs.ts'
import type { PieceJob } from './piece-context.ts'
import { padded, taskName } from './piece-names.ts'
import type { LineView } from './piece-output.ts'
import { type PieceStore, readJson, readTextLines, writeJson } from './piece-store.ts'

/** A chunk of the result, and the stretch of the file that holds it. */
export interface StoredChunkPlace extends Omit<ResultChunk, 'bytes' | 'text'> {
  readonly file: string
  readonly offset: number
  readonly byteCount: number
}

/** Where a merge has come to: all that the next task needs. */
export interface MergeState {
  /** How many merging tasks there were before. */
  readonly task: number
  readonly artifact: ArtifactState | undefined
  readonly root: string
  readonly leafCount: number
}

export const noMerge: MergeState = { task: 0, artifact: undefined, root: '', leafCount: 0 }

/** What one task merges. */
export interface MergePart {
  readonly view: LineView
  /** The file that lists the sorted runs of the view. */
  readonly runs: string
  readonly places: readonly RunPlace[] | undefined
}

/** The end of a task, with the places where the view is merged on; undefined when it is merged. */
export interface MergedPart {
  readonly state: MergeState
  readonly places: readonly RunPlace[] | undefined
}

/** Merges lines of one view into chunks of the result, as many as one task may. Throws when a record stands in two lines. */
export async function mergePart(
  job: PieceJob,
  { view, runs, places }: MergePart,
  state: MergeState,
): Promise<MergedPart> {
  const { store, sizes } = job
  const output = openResult(job, state)
  const coverage = await readCoverage(store, state.task)
  const suggested = view === 'breaks' ? await readSuggested(store) : undefined
  const merge = await openMerge(store, await readJson<readonly LineRun[]>(store, runs), places)
  const take = (line: ReadLine): void => {
    if (view !== 'suggestions') markCovered(coverage, line)
    output.add(resultViewOf(view), suggested === undefined ? line : withSuggested(line, suggested))
  }
  const bitmapByteCount = coverage.source.length + coverage.target.length
  const rest = async (): Promise<void> => {
    job.onHeld?.(merge.heldByteCount() + output.heldByteCount() + bitmapByteCount)
    await output.rest()
  }
  const count = await merge.run(take, { countMax: sizes.mergedLineCountMax, rest })
  await writeCoverage(store, state.task + 1, coverage)
  return {
    state: await output.finish(),
    places: count < sizes.mergedLineCountMax ? undefined : merge.places(),
  }
}

/** Adds a line that is about the whole run: the header, or the totals. */
export async function addResultLine(
  job: PieceJob,
  { view, line }: { readonly view: ResultView; readonly line: ResultLine },
  state: MergeState,
): Promise<MergeState> {
  const output = openResult(job, state)
  output.addLine(view, line)
  await output.rest()
  await writeCoverage(job.store, state.task + 1, await readCoverage(job.store, state.task))
  return output.finish()
}

/** Merges some runs into one, in several files where it is long. */
export async function mergeRuns(
  job: PieceJob,
  { runs, folder }: { readonly runs: readonly LineRun[]; readonly folder: string },
): Promise<LineRun> {
  const files: string[] = []
  const merge = await openMerge(job.store, runs)
  let buffer = createByteBuffer(64 * 1024)
  const flush = async (): Promise<void> => {
    if (buffer.end === 0) return
    const name = `${folder}/${padded(files.length)}`
    await job.store.write(name, buffer.bytes.subarray(0, buffer.end))
    files.push(name)
    buffer = createByteBuffer(64 * 1024)
  }
  const rest = async (): Promise<void> => {
    job.onHeld?.(merge.heldByteCount() + buffer.bytes.length)
    if (buffer.end > heldByteCountMax) await flush()
  }
  await merge.run((line) => appendLineEntry(buffer, line), { countMax: Number.POSITIVE_INFINITY, rest })
  await flush()
  return files
}

const resultViewOf = (view: LineView): ResultView =>
  view === 'excluded-source' || view === 'excluded-target' ? 'excluded' : view

/** Bytes of a result that are in memory before they are written. */
const heldByteCountMax = 8 * 1024 * 1024

/** The result as far as a task writes it. */
function openResult({ store, sha256, sizes }: PieceJob, { task, artifact: begun }: MergeState) {
  let held = createByteBuffer(64 * 1024)
  let fileCount = 0
  const places: StoredChunkPlace[] = []
  const fileName = (): string => `result/${taskName('merge', task, fileCount)}`
  const artifact = createArtifactWriter(sha256, {
    chunkBytesMax: sizes.chunkByteCountMax,
    begun,
    takeChunk({ view, seq, firstLeaf, count, counts, bytes }) {
      places.push({ view, seq, firstLeaf, count, counts, file: fileName(), offset: held.end, byteCount: bytes.length })
      appendBytes(held, bytes)
      return true
    },
  })
  const flush = async (): Promise<void> => {
    if (held.end === 0) return
    await store.write(fileName(), held.bytes.subarray(0, held.end))
    fileCount += 1
    held = createByteBuffer(64 * 1024)
  }
  return {
    addLine: (view: ResultView, line: ResultLine) => artifact.add(view, line),
    add(view: ResultView, { line, parsed }: Pick<ReadLine, 'line' | 'parsed'>) {
      appendBytes(artifact.buffer, line)
      artifact.endLine(view, countKey(parsed))
    },
    heldByteCount: () => held.bytes.length + artifact.buffer.bytes.length,
    async rest() {
      if (held.end > heldByteCountMax) await flush()
    },
    async finish(): Promise<MergeState> {
      const { state, root, leafCount } = artifact.finish()
      await flush()
      await writeJson(store, `index/${padded(task)}`, places)
      return { task: task + 1, artifact: state, root, leafCount }
    },
  }
}

type Suggested = { readonly [side in 'source' | 'target']: ReadonlySet<number> }

async function readSuggested(store: PieceStore): Promise<Suggested> {
  const numbersOf = async (side: 'source' | 'target'): Promise<ReadonlySet<number>> => {
    const names = (await store.list(`suggested/${side}/`)).map(({ name }) => name)
    return new Set((await readTextLines(store, names)).map(Number))
  }
  return { source: await numbersOf('source'), target: await numbersOf('target') }
}

function withSuggested(line: ReadLine, suggested: Suggested): Pick<ReadLine, 'line' | 'parsed'> {
  if (!isSuggested(line, suggested)) return line
  const parsed: BreakLine = { ...(line.parsed as BreakLine), suggested: true }
  return { parsed, line: utf8(canonicalize(parsed)) }
}

const isSuggested = (entry: LineEntry, suggested: Suggested): boolean =>
  sides.some((side) => entry[side].some((number) => suggested[side].has(number)))
