import { fromUtf8, toHex } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { appendByte, appendString, createWordBuffer, type WordBuffer } from '../base/word-buffer.ts'
import type { MatchList } from '../match/state/match-list.ts'
import type { FrontierState } from '../merkle/frontier.ts'
import { createLineTree, type LineTree } from '../merkle/line-tree.ts'
import type { ConfidenceCounts } from './confidence.ts'
import { type ResultLine, type ResultView, resultViews } from './line.ts'

/** Consecutive lines of a result, few enough for one stored row. */
export interface ResultChunk {
  readonly view: ResultView
  readonly seq: number
  /** The index of the chunk's first line among all lines of the result. */
  readonly firstLeaf: number
  readonly count: number
  /**
   * Counts of lines by `<confidence or reason>|<rule id>`. Readers skip chunks in which no line passes their filter.
   */
  readonly counts: { readonly [key: string]: number }
  readonly bytes: Uint8Array
  readonly text: string
}

/** Writes the lines of a result in chunks of about `chunkBytesMax` bytes. */
export interface ArtifactWriter {
  add(view: ResultView, line: ResultLine): void
  /** Append the canonical bytes of a line here, then call `endLine`. */
  readonly buffer: WordBuffer
  /** Ends the line that was appended to `buffer` without a newline. `key` is the line's `countKey`. */
  endLine(view: ResultView, key: string | undefined): void
  lineCount(): number
  /**
   * Has the lines of matches written by the tree, beside the caller; absent where the tree writes none. Returns a
   * function that waits for the end.
   */
  readonly addMatches?: ((matches: MatchList) => () => ConfidenceCounts) | undefined
  /** Ends the last chunk. Another writer can continue the result from `state`. */
  finish(): {
    readonly chunks: readonly ResultChunk[]
    readonly root: string
    readonly leafCount: number
    readonly state: ArtifactState
  }
}

/** A result of which some chunks are written. */
export interface ArtifactState {
  readonly tree: FrontierState
  readonly seqs: { readonly [view in ResultView]?: number }
}

const defaultChunkBytesMax = 256 * 1024
const newline = 0x0a
/** Most results of a service are small: room for a whole chunk would take a run without records longer than its lines. */
const firstByteCount = 16 * 1024
/** Room in the buffer for one line beyond a full chunk. The buffer grows for longer lines. */
const lineByteCountUsual = 4 * 1024

interface ArtifactOptions {
  readonly chunkBytesMax?: number | undefined
  /**
   * Called with each chunk, whose bytes the next chunk overwrites. `finish` lists only the chunks for which it returns
   * false.
   */
  readonly takeChunk?: ((chunk: ResultChunk) => boolean) | undefined
  /** Hashes the lines, beside the caller where the platform has a thread to spare. */
  readonly tree?: ResultTree | undefined
  /** Continues the result that another writer has begun. */
  readonly begun?: ArtifactState | undefined
}

/** The Merkle tree of a result's lines. */
export interface ResultTree extends Pick<LineTree, 'add' | 'hash' | 'size' | 'root' | 'state'> {
  readonly addMatches?: ArtifactWriter['addMatches']
}

/** A chunk exceeds `chunkBytesMax` only if it is a single long line. */
export function createArtifactWriter(
  sha256: Sha256,
  {
    chunkBytesMax = defaultChunkBytesMax,
    takeChunk,
    begun,
    tree = createLineTree(sha256, undefined, begun?.tree),
  }: ArtifactOptions = {},
): ArtifactWriter {
  const { addMatches: addAside } = tree
  const buffer = createWordBuffer(Math.min(chunkBytesMax, firstByteCount) + lineByteCountUsual)
  const chunks: ResultChunk[] = []
  const seqs = new Map<ResultView, number>(resultViews.map((each) => [each, begun?.seqs[each] ?? 0]))
  let counts = new Map<string, number>()
  let view: ResultView = 'header'
  let firstLeaf = 0
  let lineStart = 0

  /** Ends the chunk. A line that has been appended but not ended moves to the front of the buffer. */
  const flush = (): void => {
    if (lineStart === 0) return
    tree.hash(buffer.bytes)
    const count = tree.size() - firstLeaf
    const members = { view, seq: takeSeq(seqs, view), firstLeaf, count, counts: Object.fromEntries(counts) }
    const bytes = buffer.bytes.subarray(0, lineStart)
    if (takeChunk?.(chunkOf(members, bytes)) !== true) chunks.push(chunkOf(members, bytes.slice()))
    dropBytes(buffer, lineStart)
    lineStart = 0
    counts = new Map()
  }
  const endLine: ArtifactWriter['endLine'] = (ofView, key) => {
    appendByte(buffer, newline)
    if (ofView !== view || buffer.end > chunkBytesMax) flush()
    view = ofView
    if (lineStart === 0) firstLeaf = tree.size()
    tree.add(lineStart, buffer.end - 1)
    lineStart = buffer.end
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return {
    add(ofView, line) {
      appendString(buffer, canonicalize(line))
      endLine(ofView, countKey(line))
    },
    buffer,
    endLine,
    lineCount: tree.size,
    addMatches:
      addAside &&
      ((matches) => {
        flush()
        return addAside(matches)
      }),
    finish() {
      flush()
      const state = { tree: tree.state(), seqs: Object.fromEntries(seqs) }
      return { chunks, root: toHex(tree.root()), leafCount: tree.size(), state }
    },
  }
}

function takeSeq(seqs: Map<ResultView, number>, view: ResultView): number {
  const seq = seqs.get(view) ?? 0
  seqs.set(view, seq + 1)
  return seq
}

/** Drops the first bytes. */
function dropBytes(buffer: WordBuffer, count: number): void {
  buffer.bytes.copyWithin(0, count, buffer.end)
  buffer.end -= count
}

const chunkOf = (members: Omit<ResultChunk, 'bytes' | 'text'>, bytes: Uint8Array): ResultChunk => ({
  ...members,
  bytes,
  get text() {
    return fromUtf8(bytes)
  },
})

/** `<confidence or reason>|<rule id>`, `|decision` for a match by hand; undefined for the header and the totals. */
export function countKey(line: ResultLine): string | undefined {
  if (line.kind === 'match' || line.kind === 'suggestion' || line.kind === 'netted')
    return `${'confidence' in line ? line.confidence : ''}|${line.rule}`
  if (line.kind === 'break') return line.failed === undefined ? `${line.reason}|` : `${line.reason}|${line.failed.rule}`
  return line.kind === 'excluded' ? `|${line.rule}` : undefined
}
