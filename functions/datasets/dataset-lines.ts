import { canonicalize, linesOf } from '@tallystick/engine'

/** The canonical lines of a dataset inside its chunks. */

/** The chunk, the line inside it, and how many lines of the dataset come before it. */
export type Position = readonly [seq: number, offset: number, index: number]

interface Chunk {
  readonly seq: number
  /** Lines, each ended by a newline. */
  readonly text: string
}

/**
 * At most `limit` lines from `start` on, and where the next page starts. Fewer lines come back when `chunks`, which
 * begin with that of `start`, hold no more.
 */
export function pageFrom(
  chunks: readonly Chunk[],
  { start, limit }: { readonly start: Position; readonly limit: number },
): { readonly lines: readonly string[]; readonly next: Position } {
  const lines: string[] = []
  let [seq, offset] = start
  for (const chunk of chunks) {
    const all = linesOf(chunk.text)
    const from = chunk.seq === start[0] ? start[1] : 0
    const taken = all.slice(from, from + limit - lines.length)
    lines.push(...taken)
    const isEnd = from + taken.length === all.length
    seq = isEnd ? chunk.seq + 1 : chunk.seq
    offset = isEnd ? 0 : from + taken.length
    if (lines.length === limit) break
  }
  return { lines, next: [seq, offset, start[2] + lines.length] }
}

/** All lines from `start` on, chunk by chunk: those of `first`, then what `more` gives until it gives nothing. */
export async function* linesFrom(
  first: readonly Chunk[],
  start: Position,
  more: (fromSeq: number) => Promise<readonly Chunk[]>,
): AsyncGenerator<readonly string[]> {
  let chunks = first
  while (true) {
    for (const chunk of chunks) yield linesOf(chunk.text).slice(chunk.seq === start[0] ? start[1] : 0)
    const last = chunks.at(-1)
    if (last === undefined) return
    chunks = await more(last.seq + 1)
  }
}

/** The member by which the line of a record can be found, as RFC 8785 writes it: `"id":"s1"`. */
export const idMember = (id: string): string => `"id":${canonicalize(id)}`

/** The line of the record `id`. A line may also hold the member inside its attributes. */
export function lineWithId(chunks: readonly Chunk[], id: string): string | undefined {
  const member = idMember(id)
  for (const { text } of chunks) {
    const line = linesOf(text).find((candidate) => candidate.includes(member) && JSON.parse(candidate).id === id)
    if (line !== undefined) return line
  }
  return undefined
}
