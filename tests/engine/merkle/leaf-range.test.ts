import { expect, it } from 'vitest'
import { toHex, utf8 } from '../../../engine/base/bytes.ts'
import { createFrontier, createRangeTree, type LeafRange, rootOfLines } from '../../../engine/merkle/frontier.ts'
import { createLineLeaves } from '../../../engine/merkle/line-tree.ts'
import { sha256 } from '../support/sha256.ts'

const lineCountMax = 40
const lines = Array.from({ length: lineCountMax }, (_, index) => `line ${index}`)

/** The range of some lines, which are added `atOnce` at a time. */
function rangeOf(first: number, end: number, atOnce: number): LeafRange {
  const tree = createRangeTree(sha256, first)
  const leaves = createLineLeaves(sha256, tree.appendAll)
  for (let start = first; start < end; start += atOnce)
    leaves.addLines(
      utf8(
        lines
          .slice(start, Math.min(end, start + atOnce))
          .map((line) => `${line}\n`)
          .join(''),
      ),
    )
  return tree.range()
}

it('makes up the tree of all leaves from any two or three ranges', () => {
  for (let count = 0; count <= lineCountMax; count++)
    for (let first = 0; first <= count; first++)
      for (const atOnce of [1, 3, 40]) {
        const middle = Math.floor((first + count) / 2)
        const frontier = createFrontier(sha256)
        for (const [start, end] of [
          [0, first],
          [first, middle],
          [middle, count],
        ] as const)
          frontier.appendRange(JSON.parse(JSON.stringify(rangeOf(start, end, atOnce))))
        const expected = rootOfLines(sha256, lines.slice(0, count))
        if (toHex(frontier.root()) !== expected) expect([count, first, atOnce]).toBe('a tree of its own')
        if (frontier.size() !== count) expect([count, first, atOnce]).toBe('as many leaves')
      }
})

it('holds two subtrees of a height at most', () => {
  for (const [first, end] of [
    [0, 32],
    [1, 39],
    [17, 38],
  ] as const) {
    const { subtrees } = rangeOf(first, end, 40)
    const counts = Map.groupBy(subtrees, ({ height }) => height)
    expect(Math.max(...[...counts.values()].map((own) => own.length))).toBeLessThanOrEqual(2)
    expect(subtrees.reduce((sum, { height }) => sum + 2 ** height, 0)).toBe(end - first)
  }
})

it('refuses a range that does not begin where the tree ends', () => {
  const frontier = createFrontier(sha256)
  frontier.appendRange(rangeOf(0, 5, 5))
  expect(() => frontier.appendRange(rangeOf(6, 7, 1))).toThrow(RangeError)
})

it('refuses a range that counts other leaves than it has', () => {
  const frontier = createFrontier(sha256)
  expect(() => frontier.appendRange({ ...rangeOf(0, 5, 5), size: 6 })).toThrow(RangeError)
})
