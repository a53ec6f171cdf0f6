import { expect, it } from 'vitest'
import { utf8 } from '../../../engine/base/bytes.ts'
import { canonicalize } from '../../../engine/base/canonical.ts'
import type { OpeningItem } from '../../../engine/close/opening.ts'
import { createShownIds, createSideParts } from '../../../engine/close/side-parts.ts'
import type { Side } from '../../../engine/record/side.ts'
import { sha256 } from '../support/sha256.ts'
import { record } from './decide.ts'
import { rootOf } from './period-case.ts'

const bytesOf = (records: readonly ReturnType<typeof record>[]) =>
  utf8(records.map((each) => `${canonicalize(each)}\n`).join(''))

const itemOf = (read: ReturnType<typeof record>, side: Side = 'source'): OpeningItem => ({
  kind: 'tallystick/opening-item@1',
  side,
  part: 'ab'.repeat(32),
  record: read,
  firstSeen: { period: '2026-02', date: '2026-02-01' },
  state: 'undecided',
})

it('names each part of a side by its root and count, and all of them by the tree over their lines in order', () => {
  const opening = [itemOf(record('s1', '1')), itemOf(record('t1', '1'), 'target')]
  const [first, second] = [[record('s2', '2'), record('s3', '3')], [record('s4', '4')]]
  const parts = createSideParts(sha256, { side: 'source' })
  parts.addItems('opening', opening)
  parts.beginDataset()
  for (const each of first) parts.addLines(bytesOf([each]))
  parts.beginDataset()
  parts.addLines(bytesOf(second))
  expect(parts.finish()).toEqual({
    count: 4,
    root: rootOf([record('s1', '1'), ...first, ...second]),
    parts: [
      { kind: 'opening', root: rootOf([record('s1', '1')]), count: 1 },
      { kind: 'dataset', root: rootOf(first), count: 2 },
      { kind: 'dataset', root: rootOf(second), count: 1 },
    ],
    named: [],
  })
})

it('takes opening items first, then returned ones, then datasets', () => {
  const parts = createSideParts(sha256, { side: 'source' })
  expect(() => parts.addLines(bytesOf([record('s1', '1')]))).toThrow(RangeError)
  parts.addItems('returned', [])
  expect(() => parts.addItems('opening', [])).toThrow(RangeError)
  parts.beginDataset()
  expect(() => parts.addItems('returned', [])).toThrow(RangeError)
})

it('shows each id once, and passes over ids that records have', () => {
  const shown = createShownIds()
  expect(['a', 'a', 'a#3', 'a', 'a#2', 'b'].map(shown)).toEqual(['a', 'a#2', 'a#3', 'a#4', 'a#2#2', 'b'])
})
