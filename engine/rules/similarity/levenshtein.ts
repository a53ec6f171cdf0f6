import { int32At, uint32At } from '../../base/at.ts'

/** Levenshtein distance over Unicode code points, up to a bound. */

/**
 * The edits (insert, delete, replace) that turn `left` into `right`, or undefined when it takes more than
 * `distanceMax`. Both are code points. Myers' bit vectors (1999), in blocks of 32 rows (Hyyrö 2003): O(length² / 32).
 */
export function levenshteinWithin(left: Uint32Array, right: Uint32Array, distanceMax: number): number | undefined {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left]
  const start = commonStart(short, long)
  const end = commonEnd(short, long, start)
  const rows = short.length - start - end
  const columns = long.length - start - end
  if (columns - rows > distanceMax) return undefined
  if (rows === 0) return columns
  const vectors = createVectors(short, start, rows)
  let distance = rows
  for (let column = 0; column < columns; column++) {
    distance += vectors.advance(uint32At(long, start + column))
    // Each remaining column takes at most one edit away.
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
function createVectors(points: Uint32Array, start: number, rowCount: number) {
  const blockCount = Math.ceil(rowCount / blockSize)
  const equalByPoint = equalRows(points, start, rowCount)
  const plus = new Int32Array(blockCount).fill(-1)
  const minus = new Int32Array(blockCount)
  const nowhere = new Int32Array(blockCount)
  const lastBit = 1 << ((rowCount - 1) % blockSize)
  return {
    /** Goes on to the column of `point`; returns by how much its last row differs from that of the column before. */
    advance(point: number): number {
      const equalIn = equalByPoint.get(point) ?? nowhere
      // Above the first row the distance grows by one from column to column.
      let carry = 1
      for (let block = 0; block < blockCount; block++) {
        const above = int32At(plus, block)
        const below = int32At(minus, block)
        const matching = int32At(equalIn, block)
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

/** Code point → the rows where it stands, a bit each. Rows are the `rowCount` points from `start` on. */
function equalRows(points: Uint32Array, start: number, rowCount: number): ReadonlyMap<number, Int32Array> {
  const blockCount = Math.ceil(rowCount / blockSize)
  const equalByPoint = new Map<number, Int32Array>()
  for (let row = 0; row < rowCount; row++) {
    const point = uint32At(points, start + row)
    const equal = equalByPoint.get(point) ?? new Int32Array(blockCount)
    const block = Math.floor(row / blockSize)
    equal[block] = int32At(equal, block) | (1 << (row % blockSize))
    equalByPoint.set(point, equal)
  }
  return equalByPoint
}

function commonStart(short: Uint32Array, long: Uint32Array): number {
  let count = 0
  while (count < short.length && short[count] === long[count]) count += 1
  return count
}

function commonEnd(short: Uint32Array, long: Uint32Array, start: number): number {
  let count = 0
  while (count < short.length - start && short[short.length - 1 - count] === long[long.length - 1 - count]) count += 1
  return count
}
