/** DEFLATE (RFC 1951) as the service writes it: blocks that are stored as they are, and an empty last one. */

/** RFC 1951 §3.2.4: a byte whose lowest bit says whether the block is the last, the length, and its complement. */
const headerByteCount = 5

/**
 * The bytes in stored blocks that arrive in parts cut anywhere, in bounded memory. Throws what `refuse` makes of a fault:
 * a block that is compressed, a length that is not confirmed, anything after the last block, or no last block.
 */
export async function* readStoredBlocks(
  parts: AsyncIterable<Buffer>,
  refuse: (fault: string) => Error,
): AsyncGenerator<Buffer> {
  let header = Buffer.alloc(0)
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
      header = Buffer.concat([header, taken])
      if (header.length < headerByteCount) continue
      left = blockByteCount(header, refuse)
      isEnded = left === 0
      header = Buffer.alloc(0)
    }
  }
  if (!isEnded) throw refuse('Got a file that is cut off')
}

/** How many bytes the block of this header holds; 0 for the last, which alone is empty. */
function blockByteCount(header: Buffer, refuse: (fault: string) => Error): number {
  const byteCount = header.readUInt16LE(1)
  const isStored = header.readUInt8(0) === (byteCount === 0 ? 1 : 0)
  if (!isStored || header.readUInt16LE(3) !== (byteCount ^ 0xffff))
    throw refuse('Got bytes that are packed in another way than the service does')
  return byteCount
}
