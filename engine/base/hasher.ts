/** SHA-256 of the concatenation of `parts`, 32 bytes. The engine has no hash of its own: each platform passes its fastest. */
export interface Sha256 {
  (...parts: readonly Uint8Array[]): Uint8Array
  /** Many messages at once, where the platform has a faster way than one after another. */
  readonly batch?: BatchSha256
}

/** Stretches of bytes, each of which is a message behind a common first byte. */
export interface Messages {
  /** The byte before each message: that of leaves or of nodes in RFC 6962. */
  readonly prefix: number
  readonly bytes: Uint8Array
  /** Message `i` is `bytes[starts[i] .. ends[i])`. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  readonly count: number
}

export interface BatchSha256 {
  /** Writes the SHA-256 of message `i` with its prefix to `out[32 i .. 32 i + 32)`. */
  hashRanges(messages: Messages, out: Uint8Array): void
  /** Writes SHA-256(0x01 ‖ nodes[64 i .. 64 i + 64)) to `out[32 i .. 32 i + 32)` for the first `count` pairs of nodes. */
  hashPairs(nodes: Uint8Array, count: number, out: Uint8Array): void
}

/** The batches of `sha256`, or its messages one after another where it has none. */
export const batchOf = (sha256: Sha256): BatchSha256 => sha256.batch ?? oneByOne(sha256)

function oneByOne(sha256: Sha256): BatchSha256 {
  return {
    hashRanges({ prefix, bytes, starts, ends, count }, out) {
      const first = Uint8Array.of(prefix)
      for (let index = 0; index < count; index++)
        out.set(sha256(first, bytes.subarray(starts[index], ends[index])), 32 * index)
    },
    hashPairs(nodes, count, out) {
      const first = Uint8Array.of(1)
      for (let index = 0; index < count; index++)
        out.set(sha256(first, nodes.subarray(64 * index, 64 * index + 64)), 32 * index)
    },
  }
}
