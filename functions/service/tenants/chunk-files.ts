import type { ZipFile } from '@tallystick/audit/zip/zip'
import { utf8 } from '@tallystick/engine/base'
import { AlteredLinesError, followChunks } from '../store/altered-lines.ts'
import type { ExportedChunk } from '../store/export-pages.ts'
import type { HashedChunk } from '../store/line-texts.ts'

/** Stored lines as files of an export. */

/** A round trip reads chunks until they have more bytes than this. */
const bytesAtOnce = 2_000_000

interface ChunksOfFiles {
  readonly folder: string
  /** The datasets or runs, each with the number of lines that it must have; null if a run's receipt cannot be read. */
  readonly files: readonly { readonly id: string; readonly lineCount: number | null }[]
  readonly chunks: readonly ExportedChunk[]
  readonly read: (places: readonly ExportedChunk[]) => Promise<readonly HashedChunk[]>
}

/** All files read from one stream of texts, so that small files share round trips. Throws `AlteredLinesError`. */
export async function* filesOfChunks({ folder, files, chunks, read }: ChunksOfFiles): AsyncGenerator<ZipFile> {
  const texts = textsOf(chunks, read)
  for (const { id, lineCount } of files) {
    if (lineCount === null) throw new AlteredLinesError(`the receipt of ${id}`, 'cannot be read')
    const own = chunks.filter((chunk) => chunk.id === id)
    requireWhole(own, id, lineCount)
    yield { name: `${folder}/${id}.ndjson`, parts: taken(texts, own.length) }
  }
}

/** Checks only the numbers of lines: chunks of a result are numbered within their views. */
function requireWhole(chunks: readonly ExportedChunk[], id: string, lineCount: number): void {
  const { take, end } = followChunks({ name: id, seq: 0, first: 0 })
  for (const [seq, { first, count }] of chunks.entries()) take({ seq, first, count })
  end(lineCount)
}

async function* taken(texts: AsyncGenerator<string>, count: number): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index += 1) {
    const next = await texts.next()
    if (!next.done) yield utf8(next.value)
  }
}

async function* textsOf(chunks: readonly ExportedChunk[], read: ChunksOfFiles['read']): AsyncGenerator<string> {
  for (let start = 0; start < chunks.length; ) {
    let end = start
    for (let bytes = 0; end < chunks.length && (end === start || bytes <= bytesAtOnce); end += 1)
      bytes += chunks[end]?.bytes ?? 0
    const rows = await read(chunks.slice(start, end))
    if (rows.length !== end - start) throw new Error('A chunk was removed while it was exported')
    for (const { text } of rows) yield text
    start = end
  }
}
