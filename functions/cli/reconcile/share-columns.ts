import type { TableColumns } from '@tallystick/engine/record'

/** A copy of the columns in memory that threads share. */
export function shareColumns({ texts, decimals, dates, lineByteCounts, ...others }: TableColumns): TableColumns {
  return {
    ...others,
    lineByteCounts: new Uint32Array(sharedCopy(lineByteCounts)),
    texts: new Map(
      [...texts].map(([field, { bytes, offsets }]) => [
        field,
        {
          bytes: new Uint8Array(sharedCopy(bytes)),
          // The offsets of a column without values are 0, and so is new memory: it takes no room until it is written.
          offsets: new Uint32Array(bytes.length > 0 ? sharedCopy(offsets) : new SharedArrayBuffer(offsets.byteLength)),
        },
      ]),
    ),
    decimals: new Map(
      [...decimals].map(([field, { small, ...each }]) => [
        field,
        { ...each, small: new Float64Array(sharedCopy(small)) },
      ]),
    ),
    dates: new Map([...dates].map(([field, days]) => [field, new Int32Array(sharedCopy(days))])),
  }
}

function sharedCopy({ buffer, byteOffset, byteLength }: ArrayBufferView): SharedArrayBuffer {
  const copy = new SharedArrayBuffer(byteLength)
  new Uint8Array(copy).set(new Uint8Array(buffer, byteOffset, byteLength))
  return copy
}
