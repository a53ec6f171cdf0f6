import fc from 'fast-check'
import { expect, it } from 'vitest'
import { at } from '../../../engine/base/at.ts'
import { compareUtf8, fromUtf8 } from '../../../engine/base/bytes.ts'
import { canonicalize } from '../../../engine/base/canonical.ts'
import { createWordBuffer } from '../../../engine/base/word-buffer.ts'
import {
  appendLineEntry,
  compareStoredLines,
  countKeyReader,
  entryOfLine,
  type StoredLine,
  storedLineAt,
} from '../../../engine/pieces/line-entries.ts'
import type { BreakLine } from '../../../engine/result/line.ts'

/** Ids that are parts of each other, and that hold what stands between ids in a place. */
const id = fc.string({ unit: fc.constantFrom('a', 'b', '\u0000', '\u0002', '\u0003', 'ÿ', '\u{1f600}'), maxLength: 3 })
const ids = fc.array(id, { maxLength: 3 })
const line = fc
  .tuple(ids, ids)
  .map(([source, target]): BreakLine => ({ kind: 'break', reason: 'duplicate', source, target }))

/** The order of the artifact, by lists of ids: none stands last, and a list before one that it begins. */
function compareIds(left: readonly string[] = [], right: readonly string[] = []): number {
  if (left.length === 0 || right.length === 0) return Number(left.length === 0) - Number(right.length === 0)
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = compareUtf8(at(left, index), at(right, index))
    if (order !== 0) return order
  }
  return left.length - right.length
}

function stored(each: BreakLine, numbers = { source: [], target: [] }): StoredLine {
  const buffer = createWordBuffer(1)
  appendLineEntry(buffer, entryOfLine(each, numbers))
  const read = storedLineAt(buffer.bytes.subarray(0, buffer.end), 0)
  if (read === undefined) throw new Error('The entry is whole')
  return read
}

it('orders entries by their bytes as their ids are ordered', () => {
  fc.assert(
    fc.property(line, line, (left, right) => {
      const wanted = compareIds(left.source, right.source) || compareIds(left.target, right.target)
      expect(Math.sign(compareStoredLines(stored(left), stored(right)))).toBe(Math.sign(wanted))
    }),
    { numRuns: 2_000 },
  )
})

it('gives back what an entry holds, and nothing of one that is cut off', () => {
  const given: BreakLine = { kind: 'break', reason: 'duplicate', failed: { rule: 'é' }, source: ['s1', 's2'] }
  const read = stored(given, { source: [7, 4_000_000_000], target: [] } as never)
  expect([read.source, read.target]).toEqual([[7, 4_000_000_000], []])
  expect(fromUtf8(read.bytes.subarray(read.lineStart, read.end))).toBe(canonicalize(given))
  expect(countKeyReader()(read)).toBe('duplicate|é')
  for (let length = 0; length < read.end; length++)
    expect(storedLineAt(read.bytes.subarray(0, length), 0)).toBeUndefined()
})
