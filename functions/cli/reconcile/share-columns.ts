import type { TableColumns } from '@tallystick/engine/record'

/** The columns in memory that threads share. Requires that no two columns are views of one buffer: each is freed. */
export function shareColumns({
  texts,
  decimals,
  dates,
  lineByteCounts,
  rowsById,
  ...others
}: TableColumns): TableColumns {
  return {
    ...others,
    ...(rowsById && { rowsById: new Uint32Array(sharedCopy(rowsById)) }),
    lineByteCounts: new Uint32Array(sharedCopy(lineByteCounts)),
    texts: new Map(
      [...texts].map(([field, column]) => {
        const { bytes } = column
        if (bytes.buffer instanceof SharedArrayBuffer) return [field, column]
        if (bytes.length > 0)
          return [
            field,
            { bytes: new Uint8Array(sharedCopy(bytes)), offsets: new Uint32Array(sharedCopy(column.offsets)) },
          ]
        // The offsets of a column without values are 0, and so is new memory: it takes no room until it is written.
        const offsets = new Uint32Array(new SharedArrayBuffer(column.offsets.byteLength))
        return [field, { bytes, offsets }]
      }),
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
  // Otherwise the room would be taken until somebody collects garbage.
  if (buffer instanceof ArrayBuffer && byteLength > 0) buffer.transfer(0)
  return copy
}
