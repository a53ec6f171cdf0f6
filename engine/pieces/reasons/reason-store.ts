import { fromUtf8, utf8 } from '../../base/bytes.ts'
import { appendBytes, createWordBuffer, type WordBuffer } from '../../base/word-buffer.ts'

export interface ByteRange {
  readonly offset: number
  readonly length: number
}

/** Stores what does not fit into memory. An object that is written again gets the same bytes. */
export interface ReasonStore {
  read(key: string, range?: ByteRange): AsyncIterable<Uint8Array>
  write(key: string, bytes: Uint8Array): Promise<void>
}

/** The bytes of an object or of a range of it. The caller must not change them. */
export async function readBytes(store: ReasonStore, key: string, range?: ByteRange): Promise<Uint8Array> {
  // All bytes mostly come as one part, which is then returned without a copy.
  let only: Uint8Array | undefined
  let buffer: WordBuffer | undefined
  for await (const part of store.read(key, range)) {
    if (only !== undefined && buffer === undefined) {
      buffer = createWordBuffer(range?.length ?? 2 * only.length)
      appendBytes(buffer, only)
    }
    if (buffer !== undefined) appendBytes(buffer, part)
    else only = part
  }
  return buffer?.bytes.subarray(0, buffer.end) ?? only ?? new Uint8Array(0)
}

export async function writeLines(store: ReasonStore, key: string, values: readonly unknown[]): Promise<void> {
  await store.write(key, utf8(values.map((value) => `${JSON.stringify(value)}\n`).join('')))
}

export async function readLines<Value>(store: ReasonStore, key: string): Promise<Value[]> {
  const text = fromUtf8(await readBytes(store, key))
  return text === ''
    ? []
    : text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
}
