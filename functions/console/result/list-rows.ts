import type { LineGroup } from '../engine-worker/engine-types.ts'

export type ListRow =
  | { readonly kind: 'group'; readonly group: LineGroup }
  /** `index` is the place of the line among the lines of the list. */
  | { readonly kind: 'line'; readonly index: number }

/** The rows of a list: its lines, after the heading of their group. */
export interface ListRows {
  readonly count: number
  readonly at: (row: number) => ListRow
  readonly rowOfLine: (index: number) => number
  /** The first line at or after a row; -1 where only closed groups follow. */
  readonly lineFrom: (row: number) => number
}

/** O(groups). Without groups the rows are the lines. */
export function listRows(groups: readonly LineGroup[], lineCount: number): ListRows {
  if (groups.length === 0)
    return {
      count: lineCount,
      at: (index) => ({ kind: 'line', index }),
      rowOfLine: (index) => index,
      lineFrom: (row) => (row < lineCount ? row : -1),
    }
  let [row, line] = [0, 0]
  const parts = groups.map((group) => {
    const part = { group, row, line }
    row += 1 + (group.isOpen ? group.count : 0)
    line += group.isOpen ? group.count : 0
    return part
  })
  const partOf = (test: (part: (typeof parts)[number]) => boolean) => {
    const found = parts.findLast(test)
    if (found === undefined) throw new Error('A list has no such row')
    return found
  }
  return {
    count: row,
    at(wanted) {
      const part = partOf((each) => each.row <= wanted)
      return wanted === part.row
        ? { kind: 'group', group: part.group }
        : { kind: 'line', index: part.line + wanted - part.row - 1 }
    },
    rowOfLine(index) {
      const part = partOf((each) => each.group.isOpen && each.line <= index)
      return part.row + 1 + index - part.line
    },
    lineFrom(wanted) {
      const part = partOf((each) => each.row <= wanted)
      const index = part.line + (part.group.isOpen ? Math.max(0, wanted - part.row - 1) : 0)
      return index < line ? index : -1
    },
  }
}
