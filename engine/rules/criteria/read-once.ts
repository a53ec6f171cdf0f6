/**
 * A reader of rows that calls `read` once a row. Normalising and rescaling cost far more than a look-up, and a row is
 * read again for each of its candidates. The array has its full length from the first read on, since rows come in any order and
 * an array that grows by them would become a hash table. 8 bytes a row.
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
