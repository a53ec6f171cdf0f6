/** Numbers of several rounds, and tables of them. */

/** Least, median and most of a list of at least one number. */
export interface Spread {
  readonly min: number
  readonly median: number
  readonly max: number
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const [min, max] = [sorted[0], sorted.at(-1)]
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  if (min === undefined || max === undefined || low === undefined || high === undefined)
    throw new Error('A spread needs a value')
  return { min, median: (low + high) / 2, max }
}

/** `1,234 (1,180 to 1,402)`, or the number alone where all are one. */
export function spreadText({ min, median, max }: Spread, format: (value: number) => string = wholeText): string {
  return min === max ? format(median) : `${format(median)} (${format(min)} to ${format(max)})`
}

/** `1,234`. */
export const wholeText = (value: number): string => Math.round(value).toLocaleString('en-US')

/** `0.08` and `12.3`: three digits at most. */
export const ratioText = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(1))

/** A table of Markdown, its columns as wide as their widest cell; all but the first stand right. */
export function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) => Math.max(3, name.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const lineOf = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => pad(cells[column] ?? '', width, column)).join(' | ')} |`
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [lineOf(head), rule, ...rows.map(lineOf)].join('\n')
}

const pad = (cell: string, width: number, column: number): string =>
  column === 0 ? cell.padEnd(width) : cell.padStart(width)
