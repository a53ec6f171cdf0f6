import { canonicalize } from '@tallystick/engine/base'
import { engineLimits, type Limits } from '@tallystick/engine/match'
import { rootOfLines } from '@tallystick/engine/merkle'
import type { CanonicalRecord } from '@tallystick/engine/record'
import type { CompiledPolicy } from '@tallystick/engine/rules'
import type {
  PerformTask,
  PieceJob,
  PieceSizes,
  PieceSource,
} from '../../../functions/service/runs/pieces/piece-context.ts'
import type { PieceStore } from '../../../functions/service/runs/pieces/piece-store.ts'
import { type ResultOfPieces, reconcileInPieces } from '../../../functions/service/runs/pieces/reconcile-in-pieces.ts'
import { sha256 } from '../../engine/support/sha256.ts'
import { createMemoryStore } from './memory-store.ts'
import { lastFirst, performTimes } from './tasks.ts'

export interface PiecesCase {
  readonly source: readonly CanonicalRecord[]
  readonly target: readonly CanonicalRecord[]
  readonly policy: CompiledPolicy
  readonly limits?: Partial<Limits> | undefined
  readonly sizes?: Partial<PieceSizes>
  readonly perform?: PerformTask
  readonly onHeld?: (byteCount: number) => void
  /** Records of each part that a task reads. */
  readonly partRecordCount?: number
  /** Stands between the run and the files. */
  readonly through?: (store: PieceStore) => PieceStore
  /** Changes the lines that a side is read from. */
  readonly changed?: (text: string) => string
}

/** What came of a run, and the files that its tasks wrote. */
export interface PiecesResult extends ResultOfPieces {
  readonly text: string
  readonly files: ReadonlyMap<string, Uint8Array>
}

/** Reconciles records in pieces whose files are in memory. Returns the result with its text. */
export async function inPieces({
  source,
  target,
  policy,
  limits,
  sizes,
  perform = performTimes(1),
  onHeld,
  partRecordCount = 2,
  through = (own) => own,
  changed = (text) => text,
}: PiecesCase): Promise<PiecesResult> {
  const store = createMemoryStore()
  const job: PieceJob = {
    store: through(store),
    sources: {
      source: sourceOf(source, { partRecordCount, changed }),
      target: sourceOf(target, { partRecordCount, changed }),
    },
    policy,
    sha256,
    limits: { ...engineLimits, ...limits },
    ...(onHeld && { onHeld }),
    sizes: {
      partitionCount: 7,
      pieceByteCountMax: 1,
      mergedLineCountMax: 5,
      mergedFileCountMax: 3,
      chunkByteCountMax: 256 * 1024,
      ...sizes,
    },
  }
  const result = await reconcileInPieces(job, { perform, performAll: lastFirst(job, perform) })
  const text = [...store.files]
    .filter(([name]) => name.startsWith('result/'))
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, bytes]) => new TextDecoder().decode(bytes))
    .join('')
  return { ...result, text, files: store.files }
}

interface Parts {
  readonly partRecordCount: number
  readonly changed: (text: string) => string
}

function sourceOf(records: readonly CanonicalRecord[], { partRecordCount, changed }: Parts): PieceSource {
  const lines = records.map((record) => canonicalize(record))
  return {
    root: rootOfLines(sha256, lines),
    recordCount: lines.length,
    firstLines: lines.map((_, line) => line).filter((line) => line % partRecordCount === 0),
    async *lines(part) {
      const own = lines.slice(partRecordCount * part, partRecordCount * (part + 1))
      yield new TextEncoder().encode(changed(own.map((line) => `${line}\n`).join('')))
    },
  }
}
