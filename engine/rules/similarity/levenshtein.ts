/** Levenshtein distance over Unicode code points, no further than it can matter. */

/**
 * The edits (insert, delete, replace) that turn `left` into `right`, or undefined when it takes more than
 * `distanceMax`. Both are code points. Myers' bit vectors (1999), in blocks of 32 rows (Hyyrö 2003): O(length² / 32).
 */
export function levenshteinWithin(
  left: readonly number[],
  right: readonly number[],
  distanceMax: number,
): number | undefined {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left]
  const start = commonStart(short, long)
  const end = commonEnd(short, long, start)
  const rows = short.length - start - end
  const columns = long.length - start - end
  if (columns - rows > distanceMax) return undefined
  if (rows === 0) return columns
  const vectors = createVectors(short.slice(start, start + rows))
  let distance = rows
  for (let column = 0; column < columns; column++) {
    distance += vectors.advance(long[start + column] ?? 0)
    // Every column that is left takes one edit away at most.
    if (distance - (columns - 1 - column) > distanceMax) return undefined
  }
  return distance
}

/** Rows that one number holds, a bit each. */
const blockSize = 32

/**
 * One column of the table of distances, as its differences from row to row: +1 where a bit of `plus` is set, −1 where
 * one of `minus` is. In column 0 every row is one more than the row above.
 */
function createVectors(rows: readonly number[]) {
  const blockCount = Math.ceil(rows.length / blockSize)
  const equalByPoint = equalRows(rows, blockCount)
  const plus = new Int32Array(blockCount).fill(-1)
  const minus = new Int32Array(blockCount)
  const nowhere = new Int32Array(blockCount)
  const lastBit = 1 << ((rows.length - 1) % blockSize)
  return {
    /** Goes on to the column of `point`; returns by how much its last row differs from that of the column before. */
    advance(point: number): number {
      const equalIn = equalByPoint.get(point) ?? nowhere
      // Above the first row the distance grows by one from column to column.
      let carry = 1
      for (let block = 0; block < blockCount; block++) {
        const above = plus[block] ?? 0
        const below = minus[block] ?? 0
        const matching = equalIn[block] ?? 0
        const equal = carry < 0 ? matching | 1 : matching
        const vertical = matching | below
        const horizontal = (((equal & above) + above) ^ above) | equal
        let more = below | ~(horizontal | above)
        let less = above & horizontal
        const outBit = block === blockCount - 1 ? lastBit : 1 << (blockSize - 1)
        const out = (more & outBit) !== 0 ? 1 : (less & outBit) !== 0 ? -1 : 0
        more = (more << 1) | (carry > 0 ? 1 : 0)
        less = (less << 1) | (carry < 0 ? 1 : 0)
        plus[block] = less | ~(vertical | more)
        minus[block] = more & vertical
        carry = out
      }
      return carry
    },
  }
}

/** Code point → the rows where it stands, a bit each. */
function equalRows(rows: readonly number[], blockCount: number): ReadonlyMap<number, Int32Array> {
  const equalByPoint = new Map<number, Int32Array>()
  rows.forEach((point, row) => {
    const equal = equalByPoint.get(point) ?? new Int32Array(blockCount)
    const block = Math.floor(row / blockSize)
    equal[block] = (equal[block] ?? 0) | (1 << (row % blockSize))
    equalByPoint.set(point, equal)
  })
  return equalByPoint
}

function commonStart(short: readonly number[], long: readonly number[]): number {
  let count = 0
  while (count < short.length && short[count] === long[count]) count += 1
  return count
}

function commonEnd(short: readonly number[], long: readonly number[], start: number): number {
  let count = 0
  while (count < short.length - start && short[short.length - 1 - count] === long[long.length - 1 - count]) count += 1
  return count
}
