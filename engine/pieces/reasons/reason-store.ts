import { fromUtf8, utf8 } from '../../base/bytes.ts'

export interface ByteRange {
  readonly offset: number
  readonly length: number
}

/** Stores what does not fit into memory. An object that is written again gets the same bytes. */
export interface ReasonStore {
  /** The bytes of an object or of a range of it. The caller must not change them. */
  read(key: string, range?: ByteRange): Promise<Uint8Array>
  write(key: string, bytes: Uint8Array): Promise<void>
}

export async function writeLines(store: ReasonStore, key: string, values: readonly unknown[]): Promise<void> {
  await store.write(key, utf8(values.map((value) => `${JSON.stringify(value)}\n`).join('')))
}

export async function readLines<Value>(store: ReasonStore, key: string): Promise<Value[]> {
  const text = fromUtf8(await store.read(key))
  return text === ''
    ? []
    : text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
}
