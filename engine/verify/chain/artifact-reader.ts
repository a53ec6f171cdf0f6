import { toHex, utf8 } from '../../base/bytes.ts'
import type { Sha256 } from '../../base/hasher.ts'
import { type ArtifactLine, createLineSplitter, lineByteCountMax } from '../../base/line-splitter.ts'
import { createFrontier } from '../../merkle/frontier.ts'
import { leafHash } from '../../merkle/tree.ts'
import { type ChunkClaims, createChunkAudit, type LineFacts } from './chunk-audit.ts'

/** Text or bytes cut anywhere, or a stored chunk of whole lines together with the claims of its database row. */
export type ArtifactPart = string | Uint8Array | StoredChunk

export interface StoredChunk extends ChunkClaims {
  readonly text: string
}

/** Called with each line, without its newline; with undefined for a line that is not UTF-8 or too long. */
export type TakeLine = (text: string | undefined) => LineFacts

export interface ArtifactDigest {
  readonly root: string
  readonly count: number
  readonly byteCount: number
  /**
   * The first fault that the root does not show: a chunk row with a wrong claim, or a line that is empty, too long or
   * not ended.
   */
  readonly fault: string | undefined
}

/**
 * Reads an artifact once, in bounded memory: hashes every line and passes its text to `take`. Stops at an empty line,
 * which is a fault: so no file can make the reader count more lines than half its bytes.
 */
export async function readArtifact(
  sha256: Sha256,
  parts: AsyncIterable<ArtifactPart>,
  take: TakeLine,
): Promise<ArtifactDigest> {
  const frontier = createFrontier(sha256)
  const chunks = createChunkAudit()
  const lines = createLineSplitter()
  let byteCount = 0
  let fault: string | undefined
  let isEnded = false
  const read = ({ bytes, text, isTooLong }: ArtifactLine): LineFacts => {
    if (bytes.length === 0 && !isTooLong) {
      if (!isEnded) fault ??= `Line ${frontier.size() + 1} is empty`
      isEnded = true
    }
    if (isEnded) return {}
    if (isTooLong) fault ??= `Line ${frontier.size() + 1} has more than ${lineByteCountMax} bytes`
    frontier.append(leafHash(sha256, bytes))
    byteCount += bytes.length + 1
    return take(text)
  }
  for await (const part of parts) {
    if (isEnded) continue
    if (typeof part === 'string' || part instanceof Uint8Array) {
      for (const line of lines.push(typeof part === 'string' ? utf8(part) : part)) read(line)
    } else {
      const first = frontier.size()
      const facts = lines.push(utf8(part.text)).map(read)
      fault ??= lines.isBetweenLines()
        ? chunks.take(part, first, facts)
        : `Chunk ${part.seq} does not end with a newline`
    }
  }
  const lastLine = lines.end()
  if (lastLine !== undefined && !isEnded) {
    read(lastLine)
    byteCount -= 1
    fault ??= 'The last line does not end with a newline'
  }
  return { root: toHex(frontier.root()), count: frontier.size(), byteCount, fault }
}
