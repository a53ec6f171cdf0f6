/**
 * Reads a row's value once. Normalising and rescaling cost far more than a look-up, and a row is asked for with each of
 * its candidates. Rows come in any order, and an array that grew with them would be a hash table. 8 bytes a row.
 */
export function remembered<Value>(
  rowCount: number,
  read: (row: number) => Value | undefined,
): (row: number) => Value | undefined {
  const known = new Array<Value | undefined | typeof unread>(rowCount).fill(unread)
  return (row) => {
    const value = known[row]
    if (value !== unread) return value
    const made = read(row)
    known[row] = made
    return made
  }
}

const unread = Symbol('unread')
