/** Levenshtein distance over Unicode code points, no further than it can matter. */

/**
 * The edits (insert, delete, replace) that turn `left` into `right`, or undefined when it takes more than
 * `distanceMax`. Both are code points. O(distanceMax × length): only the band around the diagonal is worked out.
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
  let previous = new Uint32Array(rows + 1).map((_, row) => row)
  let current = new Uint32Array(rows + 1)
  const beyond = distanceMax + 1
  for (let column = 1; column <= columns; column++) {
    const from = Math.max(1, column - distanceMax)
    const to = Math.min(rows, column + distanceMax)
    const wanted = long[start + column - 1]
    current[from - 1] = from === 1 ? column : beyond
    let least = current[from - 1] ?? beyond
    for (let row = from; row <= to; row++) {
      const replaced = (previous[row - 1] ?? beyond) + (short[start + row - 1] === wanted ? 0 : 1)
      // Right above the band stands a value of an older column: what lies outside of the band is never a way.
      const inserted = row < column + distanceMax ? (previous[row] ?? beyond) + 1 : beyond
      const cell = Math.min(replaced, inserted, (current[row - 1] ?? beyond) + 1)
      current[row] = cell
      if (cell < least) least = cell
    }
    if (least > distanceMax) return undefined
    ;[previous, current] = [current, previous]
  }
  const distance = previous[rows] ?? beyond
  return distance > distanceMax ? undefined : distance
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
