import { uint32At } from './at.ts'

/** SHA-256 of the concatenation of `parts`. The engine has no hash of its own: each platform passes its fastest. */
export interface Sha256 {
  (...parts: readonly Uint8Array[]): Uint8Array
  /** Absent if the platform cannot hash many messages faster together than one by one. */
  readonly batch?: BatchSha256
}

export interface Messages {
  readonly prefix?: number
  readonly bytes: Uint8Array
  /**
   * Message i is `bytes` from `starts[i]` up to `ends[i]`, with 0 <= starts[i] <= ends[i] <= bytes.length. Messages may
   * be in any order.
   */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  /** The number of messages; `starts` and `ends` may be longer. */
  readonly count: number
}

export interface BatchSha256 {
  /**
   * Writes digest i to `out` at 32 i. `out` must not share memory with the messages. Fastest if the messages lie close
   * together.
   */
  hashRanges(messages: Messages, out: Uint8Array): void
  /**
   * The nodes of a Merkle tree, RFC 6962 §2.1: out[32 i …] = SHA-256(0x01 ‖ nodes[64 i … 64 i + 64)) for i < count.
   * `out` may overlap `nodes` when it begins at most 32 bytes before or after them.
   */
  hashPairs(nodes: Uint8Array, count: number, out: Uint8Array): void
}

export const batchOf = (sha256: Sha256): BatchSha256 => sha256.batch ?? oneByOne(sha256)

const pairPrefix = Uint8Array.of(1)

export function oneByOne(sha256: Sha256): BatchSha256 {
  return {
    hashRanges({ prefix, bytes, starts, ends, count }, out) {
      const before = prefix === undefined ? new Uint8Array(0) : Uint8Array.of(prefix)
      for (let index = 0; index < count; index++) {
        const [from, to] = [uint32At(starts, index), uint32At(ends, index)]
        if (from > to || to > bytes.length) throw new RangeError(`Got a message from byte ${from} to ${to}`)
        out.set(sha256(before, bytes.subarray(from, to)), 32 * index)
      }
    },
    hashPairs(nodes, count, out) {
      if (nodes.length < 64 * count) throw new RangeError(`Got ${nodes.length} bytes for ${count} pairs of hashes`)
      for (let index = 0; index < count; index++)
        out.set(sha256(pairPrefix, nodes.subarray(64 * index, 64 * index + 64)), 32 * index)
    },
  }
}
