import { appendRange, type BufferRange, createWordBuffer, stringOf, type WordBuffer } from '../../base/word-buffer.ts'

/** Finds the least and the greatest of the ids of a chunk, by their UTF-8 bytes. */
export function createIdRange() {
  const least = createWordBuffer(64)
  const greatest = createWordBuffer(64)
  let isEmpty = true
  const put = (buffer: WordBuffer, id: BufferRange): void => {
    buffer.end = 0
    appendRange(buffer, id)
  }
  return {
    add(id: BufferRange): void {
      if (isEmpty || compareRanges(id, least) < 0) put(least, id)
      if (isEmpty || compareRanges(id, greatest) > 0) put(greatest, id)
      isEmpty = false
    },
    take(): { readonly idMin: string; readonly idMax: string } {
      isEmpty = true
      return { idMin: stringOf({ ...least, start: 0 }), idMax: stringOf({ ...greatest, start: 0 }) }
    },
  }
}

function compareRanges({ view, start, end }: BufferRange, other: WordBuffer): number {
  const length = Math.min(end - start, other.end)
  for (let index = 0; index < length; index++) {
    const difference = view.getUint8(start + index) - other.view.getUint8(index)
    if (difference !== 0) return difference
  }
  return end - start - other.end
}
