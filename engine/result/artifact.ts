import { toHex, utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { createFrontier } from '../merkle/frontier.ts'
import { leafHash } from '../merkle/tree.ts'
import type { ResultLine, ResultView } from './line.ts'

/** A stretch of the result artifact, small enough for one stored row. */
export interface ResultChunk {
  readonly view: ResultView
  /** Position among the chunks of its view, from 0. */
  readonly seq: number
  /** Index of its first line in the whole artifact. */
  readonly firstLeaf: number
  readonly count: number
  /** Canonical lines, each ended by a newline. */
  readonly text: string
  /** Lines by `<confidence or reason>|<rule id>`, so that a reader skips chunks in which nothing passes a filter. */
  readonly counts: { readonly [key: string]: number }
}

/** Writes the result artifact line by line: leaf hashes, the root, and chunks of about `chunkBytesMax` bytes. */
export interface ArtifactWriter {
  /** Adds a line, in the artifact's order; returns its leaf hash in hex. */
  add(view: ResultView, line: ResultLine): string
  finish(): { readonly chunks: readonly ResultChunk[]; readonly root: string; readonly leafCount: number }
}

const defaultChunkBytesMax = 256 * 1024

/** A writer of one artifact. A chunk holds at least one line, so that only a longer line makes a longer chunk. */
export function createArtifactWriter(sha256: Sha256, chunkBytesMax = defaultChunkBytesMax): ArtifactWriter {
  const frontier = createFrontier(sha256)
  const chunks: ResultChunk[] = []
  let lines: string[] = []
  let bytes = 0
  let counts = new Map<string, number>()
  let view: ResultView = 'header'

  const flush = (): void => {
    if (lines.length === 0) return
    chunks.push({
      view,
      seq: chunks.filter((chunk) => chunk.view === view).length,
      firstLeaf: frontier.size() - lines.length,
      count: lines.length,
      text: lines.join(''),
      counts: Object.fromEntries(counts),
    })
    lines = []
    bytes = 0
    counts = new Map()
  }
  return {
    add(ofView, line) {
      const text = canonicalize(line)
      const encoded = utf8(text)
      if (ofView !== view || bytes + encoded.length + 1 > chunkBytesMax) flush()
      view = ofView
      const leaf = leafHash(sha256, encoded)
      frontier.append(leaf)
      lines.push(`${text}\n`)
      bytes += encoded.length + 1
      const key = countKey(line)
      if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
      return toHex(leaf)
    },
    finish() {
      flush()
      return { chunks, root: toHex(frontier.root()), leafCount: frontier.size() }
    },
  }
}

/** The values of a line that filters test, confidence or reason and rule; undefined for a line without them. */
export function countKey(line: ResultLine): string | undefined {
  if (line.kind === 'match' || line.kind === 'suggestion' || line.kind === 'netted')
    return `${line.confidence}|${line.rule}`
  if (line.kind === 'break') return line.failed === undefined ? `${line.reason}|` : `${line.reason}|${line.failed.rule}`
  return line.kind === 'excluded' ? `|${line.rule}` : undefined
}
