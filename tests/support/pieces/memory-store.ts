import type { PieceStore } from '../../../functions/service/runs/pieces/piece-store.ts'

/** A store of the files of a run in memory. */
export function createMemoryStore(): PieceStore & { readonly files: Map<string, Uint8Array> } {
  const files = new Map<string, Uint8Array>()
  return {
    files,
    async read(name, offset = 0, length = Number.POSITIVE_INFINITY) {
      return files.get(name)?.subarray(offset, offset + length)
    },
    async write(name, bytes) {
      files.set(name, bytes.slice())
    },
    async list(prefix) {
      return [...files]
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, { length }]) => ({ name, byteCount: length }))
        .sort((left, right) => (left.name < right.name ? -1 : 1))
    },
  }
}
