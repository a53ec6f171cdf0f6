import { at } from '@tallystick/engine/base'

export type Row = readonly string[]

/**
 * One line for each row: the first column to the left, the others to the right, with decimal points below each other.
 * A heading without rows gives no line. Requires rows of the same length.
 *
 *            source   target
 *     EUR   1,234.50     7.00
 *     CHF       0.25     0.00
 */
export function formatTable(rows: readonly Row[]): readonly string[] {
  const [heading] = rows
  if (heading === undefined || rows.length === 1) return []
  const columns = heading.map((_, position) => {
    const cells = alignPoints(rows.map((row) => at(row, position)))
    return padded(cells, position === 0 ? 'right' : 'left')
  })
  return linesOf(columns, '   ')
}

/** Joins columns of the same length side by side into lines, without spaces at the end of a line. */
export const linesOf = (columns: readonly (readonly string[])[], between: string): readonly string[] =>
  at(columns, 0).map((_, row) =>
    columns
      .map((cells) => at(cells, row))
      .join(between)
      .trimEnd(),
  )

/** Pads numbers with spaces to the longest fraction, so that their points align. Other cells stay as they are. */
export function alignPoints(cells: readonly string[]): readonly string[] {
  const fractions = cells.map((cell) => ({ cell, length: /^-?[0-9,]+((?:\.[0-9]+)?)$/.exec(cell)?.[1]?.length }))
  const width = fractions.reduce((widest, { length }) => Math.max(widest, length ?? 0), 0)
  return fractions.map(({ cell, length }) => (length === undefined ? cell : cell + ' '.repeat(width - length)))
}

/** Pads cells to the widest one, on the side that `where` names. */
export function padded(cells: readonly string[], where: 'left' | 'right' = 'right'): readonly string[] {
  const width = cells.reduce((widest, cell) => Math.max(widest, lengthOf(cell)), 0)
  return cells.map((cell) => {
    const padding = ' '.repeat(width - lengthOf(cell))
    return where === 'left' ? padding + cell : cell + padding
  })
}

/** The length in code points: a terminal shows most of them in one column. */
const lengthOf = (text: string): number => [...text].length

/** `text`, cut to `width` with an ellipsis. Requires a width of at least 1. */
export function shortened(text: string, width: number): string {
  return lengthOf(text) <= width ? text : `${[...text].slice(0, width - 1).join('')}…`
}
