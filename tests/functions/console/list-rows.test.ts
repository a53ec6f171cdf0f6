import { describe, expect, it } from 'vitest'
import type { LineGroup } from '../../../functions/console/engine-worker/engine-types.ts'
import { listRows } from '../../../functions/console/result/list-rows.ts'

const groupOf = (key: string, count: number, isOpen: boolean): LineGroup => ({
  ...{ key, count, isOpen, reason: 'duplicate', hint: null, cause: null },
  ...{ sums: { source: {}, target: {} }, differences: {} },
})

/** The rows as texts: a group by its key, a line by its place among the listed lines. */
const textsOf = (rows: ReturnType<typeof listRows>): readonly string[] =>
  Array.from({ length: rows.count }, (_, row) => {
    const found = rows.at(row)
    return found.kind === 'group' ? found.group.key : String(found.index)
  })

describe('the rows of a list', () => {
  const groups = [groupOf('a', 2, true), groupOf('b', 3, false), groupOf('c', 1, true)]
  const rows = listRows(groups, 3)

  it('have the lines of open groups after the heading of their group', () => {
    expect(textsOf(rows)).toEqual(['a', '0', '1', 'b', 'c', '2'])
  })

  it('are the lines alone where there are no groups', () => {
    expect(textsOf(listRows([], 3))).toEqual(['0', '1', '2'])
  })

  it('lead from a line to its row and back', () => {
    for (const index of [0, 1, 2]) expect(rows.at(rows.rowOfLine(index))).toEqual({ kind: 'line', index })
  })

  it('lead from a heading to the first line below it', () => {
    expect([0, 1, 2, 3, 4, 5].map(rows.lineFrom)).toEqual([0, 0, 1, 2, 2, 2])
    expect(listRows([groupOf('a', 2, false)], 0).lineFrom(0)).toBe(-1)
  })
})
