/** Places in the bytes of an archive. */

/** Where the directory's entry of a file begins. */
export const entryOf = (bytes: Buffer, name: string): number => bytes.lastIndexOf(name) - 46

/** Where a file's local header begins. */
export const localOf = (bytes: Buffer, name: string): number => bytes.readUInt32LE(entryOf(bytes, name) + 42)

/** The archive with some bytes overwritten. */
export function patched(bytes: Buffer, write: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes)
  write(copy)
  return copy
}
