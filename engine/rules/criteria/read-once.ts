/**
 * Keeps the value of each row after the first read, since normalising and rescaling cost far more than a look-up. The
 * array gets its full length at once: filled in any order, it would otherwise become a slow hash table. 8 bytes a row.
 */
export function readOnce<Value>(
  rowCount: number,
  read: (row: number) => Value | undefined,
): (row: number) => Value | undefined {
  let cached: (Value | undefined | typeof unread)[] = []
  return (row) => {
    if (cached.length === 0) cached = new Array<Value | undefined | typeof unread>(rowCount).fill(unread)
    const known = cached[row]
    if (known !== unread) return known
    const value = read(row)
    cached[row] = value
    return value
  }
}

const unread = Symbol('unread')
