/**
 * A buffer of the same kind and of `byteCount` bytes that begins with those of `buffer`, which is freed unless threads
 * share it. `transfer` would write zeros behind them, and memory that nobody writes to costs nothing.
 */
export function grown(buffer: ArrayBuffer, byteCount: number): ArrayBuffer
export function grown(buffer: ArrayBufferLike, byteCount: number): ArrayBufferLike
export function grown(buffer: ArrayBufferLike, byteCount: number): ArrayBufferLike {
  const isOwn = buffer instanceof ArrayBuffer
  const copy = isOwn ? new ArrayBuffer(byteCount) : new SharedArrayBuffer(byteCount)
  new Uint8Array(copy).set(new Uint8Array(buffer))
  // Otherwise the room would be taken until somebody collects garbage.
  if (isOwn) buffer.transfer(0)
  return copy
}
