export type Row = readonly string[]

/**
 * One line a row: the first column to the left, the others to the right, numbers with their decimal points below each
 * other. Nothing for a table of its heading alone.
 *
 *            source   target
 *     EUR    1234.5        7
 *     CHF       0.25       0
 */
export function formatTable(rows: readonly Row[]): readonly string[] {
  if (rows.length < 2) return []
  const columns = (rows[0] ?? []).map((_, position) => alignColumn(rows, position))
  return rows.map((_, row) =>
    columns
      .map((cells) => cells[row])
      .join('   ')
      .trimEnd(),
  )
}

/** The cells at `position` of all rows, as wide as the widest. */
function alignColumn(rows: readonly Row[], position: number): readonly string[] {
  const cells = alignPoints(rows.map((row) => row[position] ?? ''))
  const width = Math.max(...cells.map(lengthOf))
  return cells.map((cell) => {
    const padding = ' '.repeat(width - lengthOf(cell))
    return position === 0 ? cell + padding : padding + cell
  })
}

/** Numbers with as much behind their point as the longest of them, in spaces. */
export function alignPoints(cells: readonly string[]): readonly string[] {
  const tails = cells.map((cell) => /^-?[0-9]+(\.[0-9]+)?$/.exec(cell)).map((found) => found && (found[1] ?? ''))
  const width = Math.max(0, ...tails.map((tail) => tail?.length ?? 0))
  return cells.map((cell, row) => {
    const tail = tails[row]
    return tail == null ? cell : cell + ' '.repeat(width - tail.length)
  })
}

/** In characters, which a terminal shows one a column. */
export const lengthOf = (text: string): number => [...text].length

/** `text`, or as much of it as fits into `width` with an ellipsis. Requires a width of at least 1. */
export function shortened(text: string, width: number): string {
  return lengthOf(text) <= width ? text : `${[...text].slice(0, width - 1).join('')}…`
}
