import {
  type CanonicalRecord,
  type CompiledPolicy,
  canonicalize,
  engineLimits,
  type Limits,
  rootOfLines,
} from '../../../engine/index.ts'
import type { PieceJob, PieceSizes } from '../../../functions/pieces/piece-context.ts'
import {
  type PerformTask,
  type PieceSource,
  type ResultOfPieces,
  reconcileInPieces,
} from '../../../functions/pieces/reconcile-in-pieces.ts'
import { sha256 } from '../../engine/support/sha256.ts'
import { createMemoryStore } from './memory-store.ts'

export interface PiecesCase {
  readonly source: readonly CanonicalRecord[]
  readonly target: readonly CanonicalRecord[]
  readonly policy: CompiledPolicy
  readonly limits?: Partial<Limits> | undefined
  readonly sizes?: Partial<PieceSizes>
  readonly perform?: PerformTask
}

/** Reconciles records in pieces whose files are in memory. Returns the result with its text. */
export async function inPieces({
  source,
  target,
  policy,
  limits,
  sizes,
  perform,
}: PiecesCase): Promise<ResultOfPieces & { readonly text: string }> {
  const store = createMemoryStore()
  const job: PieceJob = {
    store,
    policy,
    sha256,
    limits: { ...engineLimits, ...limits },
    sizes: {
      partitionCount: 7,
      pieceByteCountMax: 1,
      mergedLineCountMax: 5,
      mergedFileCountMax: 3,
      chunkByteCountMax: 256 * 1024,
      ...sizes,
    },
  }
  const result = await reconcileInPieces({
    job,
    sources: { source: sourceOf(source), target: sourceOf(target) },
    perform: perform ?? ((_, task) => task()),
  })
  const text = [...store.files]
    .filter(([name]) => name.startsWith('result/'))
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, bytes]) => new TextDecoder().decode(bytes))
    .join('')
  return { ...result, text }
}

/** Records in parts of two. */
function sourceOf(records: readonly CanonicalRecord[]): PieceSource {
  const lines = records.map((record) => canonicalize(record))
  return {
    root: rootOfLines(sha256, lines),
    recordCount: lines.length,
    partCount: Math.ceil(lines.length / 2),
    async *lines(part) {
      yield new TextEncoder().encode(
        lines
          .slice(2 * part, 2 * part + 2)
          .map((line) => `${line}\n`)
          .join(''),
      )
    },
  }
}
