import { at } from '../../base/at.ts'
import { appendBytes, createWordBuffer } from '../../base/word-buffer.ts'
import { type Side, sides } from '../../record/side.ts'
import type { ReasonRun } from './reason-input.ts'
import type { PlacedJoin } from './reason-joins.ts'
import { type ReasonStore, readLines, writeLines } from './reason-store.ts'
import { batchCountOf } from './step-batches.ts'

/** Files of the records near searchers of a cohort under a join: `offsets[r] .. offsets[r + 1]` are of range r + 1. */
export interface Section extends PlacedJoin {
  readonly cohort: number
  readonly key: string
  readonly offsets: readonly number[]
}

export const passKey = (cohort: number, batch: number): string => `pass/${cohort}/${batch}`

/** Packs files into few objects, since an object costs more to write than a range of it costs to read. */
export function createPacker(store: ReasonStore, key: string, byteCount: number) {
  const packed: Section[] = []
  let [buffer, objectCount] = [createWordBuffer(1_024), 0]
  const flush = async (): Promise<void> => {
    if (buffer.end === 0) return
    await store.write(`${key}/${objectCount++}`, buffer.bytes.subarray(0, buffer.end))
    buffer = createWordBuffer(1_024)
  }
  return {
    async add(section: Omit<Section, 'key'>, bytes: Uint8Array): Promise<Section> {
      if (bytes.length > byteCount / 2) {
        // Large files become an object of their own: packing them would hold their bytes twice.
        await flush()
        const own = { ...section, key: `${key}/${objectCount}` }
        packed.push(own)
        await store.write(`${key}/${objectCount++}`, bytes)
        return own
      }
      if (buffer.end > 0 && buffer.end + bytes.length > byteCount) await flush()
      const offsets = section.offsets.map((offset) => offset + buffer.end)
      const own = { ...section, key: `${key}/${objectCount}`, offsets }
      packed.push(own)
      appendBytes(buffer, bytes)
      return own
    },
    /** Adds a section with the same files as an added one. */
    addAlike: (section: Section): void => void packed.push(section),
    heldByteCount: () => buffer.bytes.length,
    async finish(): Promise<readonly Section[]> {
      await flush()
      return packed
    },
  }
}

/** What a task searches under a join: the ranges `from .. to` of a cohort. */
interface PieceOfJoin {
  readonly cohort: number
  readonly place: Side
  readonly from: number
  readonly to: number
}

interface KeptOfJoin {
  readonly sections: readonly Section[]
  readonly pieces: readonly PieceOfJoin[]
}

const keptKey = (join: number): string => `kept/${join}`

/** Lists what is near the searchers of each join, once all batches are passed. Returns the number of pieces by join. */
export async function listKept(run: ReasonRun): Promise<readonly number[]> {
  const { store, segments, sizes, cohorts, joins } = run
  const all: Section[] = []
  for (const cohort of cohorts.keys())
    for (let batch = 0; batch < batchCountOf(segments.length, sizes.segmentCountAtOnce); batch++)
      for (const section of await readLines<Section>(store, passKey(cohort, batch))) all.push(section)
  const byJoin = Map.groupBy(all, ({ join }) => join)
  const counts: number[] = []
  for (const join of joins.keys()) {
    const sections = byJoin.get(join) ?? []
    const pieces = [...cohorts.keys()].flatMap((cohort) =>
      sides.flatMap((place) =>
        piecesOf(
          run,
          sections.filter((each) => each.cohort === cohort && each.place === place),
        ),
      ),
    )
    if (pieces.length > 0) await writeLines(store, keptKey(join), [{ sections, pieces }])
    counts.push(pieces.length)
  }
  return counts
}

/** Consecutive ranges of a cohort that one task searches. */
function piecesOf({ sizes }: ReasonRun, sections: readonly Section[]): readonly PieceOfJoin[] {
  const [first] = sections
  if (first === undefined) return []
  const { cohort, place, offsets } = first
  const pieces: PieceOfJoin[] = []
  let [from, byteCount] = [0, 0]
  for (let range = 0; range < offsets.length - 1; range++) {
    const own = byteCountOf(sections, { from: range, to: range + 1 })
    if (byteCount > 0 && byteCount + own > sizes.pieceByteCount) {
      pieces.push({ cohort, place, from, to: range })
      from = range
      byteCount = 0
    }
    byteCount += own
  }
  return [...pieces, { cohort, place, from, to: offsets.length - 1 }]
}

const byteCountOf = (sections: readonly Section[], { from, to }: Pick<PieceOfJoin, 'from' | 'to'>): number =>
  sections.reduce((sum, { offsets }) => sum + at(offsets, to) - at(offsets, from), 0)

interface KeptFiles extends PieceOfJoin {
  /** Of all files together. */
  readonly byteCount: number
  /** The files of the records near the searchers of the piece. */
  files(): AsyncGenerator<Uint8Array>
}

export async function readKept(
  { store }: ReasonRun,
  { join, piece: index }: { readonly join: number; readonly piece: number },
): Promise<KeptFiles> {
  const [kept] = await readLines<KeptOfJoin>(store, keptKey(join))
  if (kept === undefined) throw new RangeError('A join with pieces has sections')
  const piece = at(kept.pieces, index)
  const own = kept.sections.filter(({ cohort, place }) => cohort === piece.cohort && place === piece.place)
  return {
    ...piece,
    byteCount: byteCountOf(own, piece),
    async *files() {
      for (const { key, offsets } of own) {
        const [first, last] = [at(offsets, piece.from), at(offsets, piece.to)]
        if (first === last) continue
        const bytes = await store.read(key, { offset: first, length: last - first })
        for (let range = piece.from; range < piece.to; range++)
          if (at(offsets, range) < at(offsets, range + 1))
            yield bytes.subarray(at(offsets, range) - first, at(offsets, range + 1) - first)
      }
    },
  }
}
