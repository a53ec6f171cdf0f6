/**
 * A buffer of `byteCount` bytes that begins with those of `buffer`, which is freed. `transfer` would write zeros behind
 * them, and memory that nobody writes to costs nothing.
 */
export function grown(buffer: ArrayBuffer, byteCount: number): ArrayBuffer {
  const copy = new ArrayBuffer(byteCount)
  new Uint8Array(copy).set(new Uint8Array(buffer))
  // Otherwise the room would be taken until somebody collects garbage.
  buffer.transfer(0)
  return copy
}
