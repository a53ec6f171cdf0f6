import { createFrontier, createTableBuilder, leafHash, type Table, toHex, utf8 } from '@tallystick/engine'
import { isDemoKind } from '../../schema/adapter.ts'
import { demoDataset } from '../demo/demo-dataset.ts'
import { sha256 } from '../platform/hasher.ts'
import type { Database } from '../store/database.ts'
import { datasetStore } from '../store/dataset-store.ts'
import type { RunRow } from '../store/run-store.ts'
import type { BothSides, PinnedSide } from './resolve-adapter.ts'
import { failRunIfThrows, RunError } from './run-error.ts'

/** Chunks of both sides read at once: a few megabytes, however large the datasets are. */
const chunkCountAtOnce = 8

/** A side's records as columns, and the root of the bytes they were read from. */
export interface LoadedSide {
  readonly table: Table
  readonly root: string
}

export interface LoadRequest {
  readonly tenantId: string
  readonly run: RunRow
  /** The `attributes.<path>` fields that the rules name. */
  readonly attributePaths: readonly string[]
}

/**
 * Reads both sides of a run straight into columns, a few chunks at a time. Throws a `RunFault` when the stored bytes
 * are not those that the run was pinned to.
 */
export async function loadSides(db: Database, request: LoadRequest): Promise<BothSides<LoadedSide>> {
  const source = openSide(JSON.parse(request.run.source), request.attributePaths)
  const target = openSide(JSON.parse(request.run.target), request.attributePaths)
  const store = datasetStore(db)
  while (source.next() || target.next()) {
    const [first, second] = [source, target].flatMap((side) => {
      const next = side.next()
      return next ? [{ side, chunks: store.chunks(request.tenantId, { ...next, limit: chunkCountAtOnce }) }] : []
    })
    if (first && second) {
      const [firstRows, secondRows] = await db.batch([first.chunks, second.chunks])
      first.side.add(firstRows)
      second.side.add(secondRows)
    } else if (first) first.side.add(await first.chunks)
  }
  return { source: source.finish(), target: target.finish() }
}

const disagreement = 'The stored bytes of a dataset are not those that the run was pinned to.'

interface OpenSide {
  /** What is to be read next; undefined when the side is complete. */
  readonly next: () => { datasetId: string; fromSeq: number } | undefined
  readonly add: (chunks: readonly { readonly seq: number; readonly text: string }[]) => void
  readonly finish: () => LoadedSide
}

function openSide(pinned: PinnedSide, attributePaths: readonly string[]): OpenSide {
  const builder = createTableBuilder(attributePaths)
  const frontier = createFrontier(sha256)
  const { datasetId } = pinned
  const addText = (text: string): void =>
    failRunIfThrows(disagreement, () => {
      hashLines(text, (leaf) => frontier.append(leaf))
      builder.addLines(text)
    })
  let fromSeq = 0
  let isRead = datasetId === null || pinned.recordCount === 0
  if (datasetId !== null && isDemoKind(datasetId)) {
    addText(demoDataset(datasetId).text)
    isRead = true
  }
  return {
    next: () => (isRead || datasetId === null ? undefined : { datasetId, fromSeq }),
    add(chunks) {
      for (const { text } of chunks) addText(text)
      fromSeq = (chunks.at(-1)?.seq ?? fromSeq) + 1
      isRead = chunks.length === 0 || frontier.size() >= pinned.recordCount
    },
    finish() {
      const root = toHex(frontier.root())
      if (root !== pinned.root || frontier.size() !== pinned.recordCount) throw new RunError(disagreement)
      return { table: failRunIfThrows(disagreement, () => builder.finish()), root }
    },
  }
}

const newline = 10

function hashLines(text: string, append: (leaf: Uint8Array) => void): void {
  const bytes = utf8(text)
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(newline, start)
    if (end < 0) throw new RunError(disagreement)
    append(leafHash(sha256, bytes.subarray(start, end)))
    start = end + 1
  }
}
