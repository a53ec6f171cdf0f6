import { expect, it } from 'vitest'
import { utf8 } from '../../../engine/base/bytes.ts'
import { canonicalize } from '../../../engine/base/canonical.ts'
import { createShownIds, createSideParts } from '../../../engine/close/side-parts.ts'
import { sha256 } from '../support/sha256.ts'
import { record } from './decide.ts'
import { rootOf } from './period-case.ts'

const bytesOf = (records: readonly ReturnType<typeof record>[]) =>
  utf8(records.map((each) => `${canonicalize(each)}\n`).join(''))

it('names each part of a side by its root and count, and all of them by the tree over their lines in order', () => {
  const opening = [record('s1', '1')]
  const [first, second] = [[record('s2', '2'), record('s3', '3')], [record('s4', '4')]]
  const parts = createSideParts(sha256)
  parts.begin('opening')
  parts.addLines(bytesOf(opening))
  parts.begin('dataset')
  for (const each of first) parts.addLines(bytesOf([each]))
  parts.begin('dataset')
  parts.addLines(bytesOf(second))
  expect(parts.finish()).toEqual({
    count: 4,
    root: rootOf([...opening, ...first, ...second]),
    parts: [
      { kind: 'opening', root: rootOf(opening), count: 1 },
      { kind: 'dataset', root: rootOf(first), count: 2 },
      { kind: 'dataset', root: rootOf(second), count: 1 },
    ],
  })
})

it('takes opening items first, then returned ones, then datasets', () => {
  const parts = createSideParts(sha256)
  expect(() => parts.addLines(bytesOf([record('s1', '1')]))).toThrow(RangeError)
  parts.begin('returned')
  expect(() => parts.begin('opening')).toThrow(RangeError)
  parts.begin('dataset')
  expect(() => parts.begin('returned')).toThrow(RangeError)
})

it('shows each id once, and passes over ids that records have', () => {
  const shown = createShownIds()
  expect(['a', 'a', 'a#3', 'a', 'a#2', 'b'].map(shown)).toEqual(['a', 'a#2', 'a#3', 'a#4', 'a#2#2', 'b'])
})
