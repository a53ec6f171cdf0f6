/**
 * Keeps the value of each row after the first read, since normalising and rescaling cost far more than a look-up. The
 * array gets its full length at once: filled in any order, it would otherwise become a slow hash table. 8 bytes a row,
 * once more than a few rows of a long column are read: making the array, and having its garbage collected, would take
 * longer than these reads.
 */
export function readOnce<Value>(
  rowCount: number,
  read: (row: number) => Value | undefined,
): (row: number) => Value | undefined {
  const few = new Map<number, Value | undefined>()
  const fewCountMax = Math.floor(rowCount / fewOneIn)
  let cached: (Value | undefined | typeof unread)[] = []
  const readFew = (row: number): Value | undefined => {
    const known = few.get(row)
    if (known !== undefined || few.has(row)) return known
    const value = read(row)
    few.set(row, value)
    return value
  }
  return (row) => {
    if (few.size < fewCountMax) return readFew(row)
    if (cached.length === 0) cached = new Array<Value | undefined | typeof unread>(rowCount).fill(unread)
    const known = cached[row]
    if (known !== unread) return known
    const value = few.has(row) ? few.get(row) : read(row)
    cached[row] = value
    return value
  }
}

/** One row in this many is few. */
const fewOneIn = 16

const unread = Symbol('unread')
