import { byteAt, uint32At } from '../../base/at.ts'
import { batchOf, type Sha256 } from '../../base/hasher.ts'
import { appendRange, type BufferRange, createWordBuffer } from '../../base/word-buffer.ts'
import { entriesOfIds, type SuffixedId } from './id-entries.ts'

/** The ids of one chunk, in the order of its lines. */
export interface ChunkIds {
  hashes(): Uint8Array
  /** `first` is the number of the first record. */
  entries(first: number): Uint32Array
}

export function createIdList(sha256: Sha256) {
  const texts = createWordBuffer(1024)
  let ends: number[] = []
  return {
    add(id: BufferRange): void {
      appendRange(texts, id)
      ends.push(texts.end)
    },
    take(): ChunkIds {
      const bytes = texts.bytes.slice(0, texts.end)
      const stops = Uint32Array.from(ends)
      texts.end = 0
      ends = []
      return chunkIdsOf(sha256, { bytes, starts: startsOf(stops), ends: stops })
    },
  }
}

interface IdTexts {
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

function startsOf(ends: Uint32Array): Uint32Array {
  const starts = new Uint32Array(ends.length)
  starts.set(ends.subarray(0, Math.max(0, ends.length - 1)), Math.min(1, ends.length))
  return starts
}

function chunkIdsOf(sha256: Sha256, texts: IdTexts): ChunkIds {
  let known: Uint8Array | undefined
  const hashes = () => {
    known ??= hashesOf(sha256, texts)
    return known
  }
  return {
    hashes,
    entries(first) {
      const suffixed = suffixedIn(texts)
      const starts = Uint32Array.from(suffixed, ({ start }) => start)
      const ends = Uint32Array.from(suffixed, ({ end }) => end)
      const bases = hashesOf(sha256, { ...texts, starts, ends })
      return entriesOfIds({ first, hashes: hashes(), suffixed, bases })
    },
  }
}

function hashesOf(sha256: Sha256, { bytes, starts, ends }: IdTexts): Uint8Array {
  const { length: count } = ends
  const hashes = new Uint8Array(32 * count)
  batchOf(sha256).hashRanges({ bytes, starts, ends, count }, hashes)
  return hashes
}

interface SuffixedText extends SuffixedId {
  /** The id without its last suffix. */
  readonly start: number
  readonly end: number
}

function suffixedIn({ bytes, starts, ends }: IdTexts): readonly SuffixedText[] {
  const found: SuffixedText[] = []
  for (const [index, start] of starts.entries()) {
    const last = suffixOf(bytes, start, uint32At(ends, index))
    if (last === undefined) continue
    let depth = 1
    for (let each = suffixOf(bytes, start, last.end); each !== undefined; each = suffixOf(bytes, start, each.end))
      depth += 1
    found.push({ index, depth, start, ...last })
  }
  return found
}

const [zero, nine, hash] = [0x30, 0x39, 0x23]

/** No record gets a suffix of more digits. */
const digitCountMax = 9

/** The suffix of the id, if it is one that repeats get, and where it begins. */
function suffixOf(bytes: Uint8Array, start: number, end: number) {
  let [place, suffix, unit] = [end, 0, 1]
  while (place > start && end - place <= digitCountMax) {
    const byte = byteAt(bytes, place - 1)
    if (byte < zero || byte > nine) break
    suffix += unit * (byte - zero)
    unit *= 10
    place -= 1
  }
  const isSuffix = suffix >= 2 && byteAt(bytes, place) !== zero && end - place <= digitCountMax
  return isSuffix && place > start + 1 && byteAt(bytes, place - 1) === hash ? { end: place - 1, suffix } : undefined
}
