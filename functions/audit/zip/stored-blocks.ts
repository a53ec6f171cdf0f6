import { joinBytes } from '@tallystick/engine/base'
import { viewOf } from './zip-fields.ts'

/** DEFLATE (RFC 1951) as the service writes it: stored blocks only, the last of which is empty. */

/**
 * The header of a stored block (RFC 1951 §3.2.4): a byte whose lowest bit marks the last block, the length, and the
 * complement of the length.
 */
const headerByteCount = 5

/**
 * Unpacks stored blocks from parts that may be cut anywhere, in bounded memory. Throws the error of `refuse` for a
 * compressed block, a length whose complement does not fit, bytes after the last block, or no last block.
 */
export async function* readStoredBlocks(
  parts: AsyncIterable<Uint8Array>,
  refuse: (fault: string) => Error,
): AsyncGenerator<Uint8Array> {
  let header: Uint8Array = noBytes
  let left = 0
  let isEnded = false
  for await (const part of parts) {
    for (let at = 0; at < part.length; ) {
      if (isEnded) throw refuse('Got bytes after the end of what is packed')
      const taken = part.subarray(at, at + (left || headerByteCount - header.length))
      at += taken.length
      if (left > 0) {
        left -= taken.length
        yield taken
        continue
      }
      header = joinBytes([header, taken])
      if (header.length < headerByteCount) continue
      left = blockByteCount(header, refuse)
      isEnded = left === 0
      header = noBytes
    }
  }
  if (!isEnded) throw refuse('Got a file that is cut off')
}

const noBytes = new Uint8Array()

/** The length of the block; 0 for the last block, the only empty one. */
function blockByteCount(bytes: Uint8Array, refuse: (fault: string) => Error): number {
  const header = viewOf(bytes)
  const byteCount = header.getUint16(1, true)
  const isStored = header.getUint8(0) === (byteCount === 0 ? 1 : 0)
  if (!isStored || header.getUint16(3, true) !== (byteCount ^ 0xffff))
    throw refuse('Got bytes that are packed in another way than the service does')
  return byteCount
}
