import { expect, it } from 'vitest'
import { utf8 } from '../../../engine/base/bytes.ts'
import { canonicalize } from '../../../engine/base/canonical.ts'
import type { WantedPart } from '../../../engine/close/instructed-records.ts'
import type { OpeningItem } from '../../../engine/close/opening.ts'
import { readParts } from '../../../engine/close/side-parts.ts'
import { recordIds } from '../../../engine/record/id-column.ts'
import { createShownIds } from '../../../engine/record/shown-id.ts'
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

const sideOf = (parts: readonly WantedPart[], items: readonly OpeningItem[] = []) =>
  readParts(sha256, { side: 'source', parts, items, instructions: [], attributePaths: [] })

it('names a side and its parts by the trees over the lines that take part, and a part whose lines are left out by all of them', () => {
  const opening = [itemOf(record('s1', '1')), itemOf(record('t1', '1'), 'target')]
  const [first, second] = [
    [record('s2', '2'), record('s3', '3')],
    [record('s4', '4'), record('s5', '5')],
  ]
  const wholes = {
    opening: { root: rootOf([record('s1', '1')]), count: 1 },
    first: { root: rootOf(first), count: 2 },
    second: { root: rootOf(second), count: 2 },
  }
  const parts: readonly WantedPart[] = [
    { kind: 'opening', whole: wholes.opening, count: 1 },
    { kind: 'dataset', whole: wholes.first, count: 2 },
    { kind: 'dataset', whole: wholes.second, count: 1 },
  ]
  const counted = [record('s1', '1'), ...first, record('s5', '5')]
  const side = sideOf(parts, opening)
  for (const each of counted) side.addBytes(bytesOf([each]))
  const read = side.finish()
  expect(read.parts).toEqual({
    ...{ count: 4, root: rootOf(counted), named: [] },
    parts: [
      { kind: 'opening', ...wholes.opening },
      { kind: 'dataset', ...wholes.first },
      { kind: 'dataset', root: rootOf([record('s5', '5')]), count: 1, whole: wholes.second },
    ],
  })
  expect(recordIds(read.table)).toEqual(['s1', 's2', 's3', 's5'])
})

it('takes opening items first, then returned ones, then datasets', () => {
  const part = (kind: WantedPart['kind'], count = 0) => ({ kind, count, whole: { root: 'ab'.repeat(32), count } })
  expect(() => sideOf([part('returned'), part('opening')])).toThrow(RangeError)
  expect(() => sideOf([part('opening'), part('dataset'), part('returned')])).toThrow(RangeError)
  expect(() => sideOf([part('opening'), part('dataset', 1)]).finish()).toThrow('Got 0 lines, wanted the 1 of the parts')
})

it('shows each id once, and passes over ids that records have', () => {
  const shown = createShownIds()
  expect(['a', 'a', 'a#3', 'a', 'a#2', 'b'].map(shown)).toEqual(['a', 'a#2', 'a#3', 'a#4', 'a#2#2', 'b'])
})
