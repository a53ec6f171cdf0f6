import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalize } from '../../../engine/base/canonical.ts'
import { keyOfItem } from '../../../engine/close/item-name.ts'
import { createOverlap, type LinePlace } from '../../../engine/close/overlap.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { checkLaw } from '../support/law.ts'
import { sha256 } from '../support/sha256.ts'
import { record } from './decide.ts'
import { march, nameOfRecord, rootOf } from './period-case.ts'

interface Given {
  readonly earlier?: readonly CanonicalRecord[]
  readonly datasets: readonly (readonly CanonicalRecord[])[]
  readonly kept?: ReadonlySet<string>
  readonly withdrawn?: ReadonlySet<string>
  readonly undated?: 'counted' | 'later'
}

function placesIn({ earlier = [], datasets, kept = new Set(), withdrawn = new Set(), undated = 'counted' }: Given) {
  const overlap = createOverlap(sha256, { period: march.period, side: 'source', kept, withdrawn })
  for (const each of earlier) overlap.addEarlier(canonicalize(each))
  return datasets.map((records) => {
    overlap.begin({ root: rootOf(records), undated })
    for (const each of records) overlap.addLine(canonicalize(each))
    return overlap.end()
  })
}

/** A record without a reference, so that records of one amount and day differ in their ids alone. */
const plain = (id: string, amount: string, date = '2026-03-10'): CanonicalRecord => ({ id, amount, date })

it('repeats lines that were counted before, whatever their ids, and takes the excess as new', () => {
  const earlier = [plain('a', '5'), plain('b', '6')]
  expect(placesIn({ earlier, datasets: [[plain('x', '5'), plain('y', '5'), plain('z', '7')]] })).toEqual([
    ['repeated', 'counted', 'counted'],
  ])
})

it('repeats each of thousands of lines, which are hashed many at once', () => {
  const earlier = Array.from({ length: 2_500 }, (_, index) => plain(`r${index}`, `${index}`))
  const dataset = [plain('first', '-1'), ...earlier.toReversed(), plain('last', '-2')]
  const [places = []] = placesIn({ earlier, datasets: [dataset] })
  expect(places.flatMap((place, index) => (place === 'counted' ? [index] : []))).toEqual([0, 2_501])
})

it('lets real twins inside one file stay', () => {
  expect(placesIn({ datasets: [[plain('x', '5'), plain('y', '5')]] })).toEqual([['counted', 'counted']])
})

it('repeats the line of the same id first', () => {
  expect(placesIn({ earlier: [plain('b', '5')], datasets: [[plain('a', '5'), plain('b', '5')]] })).toEqual([
    ['counted', 'repeated'],
  ])
})

it('compares a dataset with those uploaded before it, whose later and repeated lines are not counted', () => {
  const first = [plain('a', '5'), plain('b', '6', '2026-04-01')]
  const second = [plain('c', '5'), plain('d', '6', '2026-04-01'), plain('e', '5')]
  const third = [plain('f', '5'), plain('g', '5'), plain('h', '5')]
  expect(placesIn({ datasets: [first, second, third] })).toEqual([
    ['counted', 'later'],
    ['repeated', 'later', 'counted'],
    ['repeated', 'repeated', 'counted'],
  ])
})

it('lets records dated after the end of a period wait as later, and marks those before its beginning as late', () => {
  const dates = ['2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01']
  expect(placesIn({ datasets: [dates.map((date, index) => plain(`r${index}`, '5', date))] })).toEqual([
    ['late', 'counted', 'counted', 'later'],
  ])
})

it('takes the value date of a record without a date, and counts an undated one in the period of its upload', () => {
  const datasets = [
    [
      { id: 'a', amount: '5' },
      { id: 'b', amount: '6', valueDate: '2026-04-02' },
    ],
  ]
  expect(placesIn({ datasets })).toEqual([['counted', 'later']])
  expect(placesIn({ datasets, undated: 'later' })).toEqual([['later', 'later']])
})

it('counts a repeated line that a decision keeps, and none that its source took back', () => {
  const lines = [plain('a', '5'), plain('b', '5'), plain('c', '6')]
  const key = (index: number) => keyOfItem(nameOfRecord('source', lines[index] ?? plain('', '0'), lines))
  const given = { earlier: [plain('z', '5'), plain('y', '5')], datasets: [lines, lines] }
  // The same file again has records of the same names, of which a decision counts or hands on each once.
  expect(placesIn({ ...given, kept: new Set([key(1)]), withdrawn: new Set([key(2)]) })).toEqual([
    ['repeated', 'counted', 'withdrawn'],
    ['repeated', 'repeated', 'repeated'],
  ])
})

it('takes no twin out of a file with a line that was kept and then taken back', () => {
  const lines = [plain('a', '5'), plain('b', '5')]
  const names = new Set([keyOfItem(nameOfRecord('source', plain('a', '5'), lines))])
  const given = { earlier: [plain('z', '5')], datasets: [lines, lines] }
  expect(placesIn(given)[0]).toEqual(['repeated', 'counted'])
  expect(placesIn({ ...given, kept: names })[0]).toEqual(['counted', 'counted'])
  for (const kept of [names, new Set<string>()])
    expect(placesIn({ ...given, kept, withdrawn: names })).toEqual([
      ['withdrawn', 'counted'],
      ['repeated', 'repeated'],
    ])
})

it('counts as often as the file that has a line most often, whatever the order of the files', () => {
  const line = fc.record({ amount: fc.constantFrom('1', '2', '3'), date: fc.constantFrom('2026-03-01', '2026-03-02') })
  const files = fc.array(fc.array(line, { maxLength: 6 }), { maxLength: 4 })
  checkLaw(
    fc.property(files, (contents) => {
      const datasets = contents.map((lines, file) => lines.map((each, index) => ({ id: `${file}-${index}`, ...each })))
      const places = placesIn({ datasets })
      const counted = new Map<string, number>()
      for (const [file, lines] of contents.entries())
        for (const [index, each] of lines.entries())
          if (places[file]?.[index] === 'counted')
            counted.set(canonicalize(each), (counted.get(canonicalize(each)) ?? 0) + 1)
      const most = new Map<string, number>()
      for (const each of contents.flat().map(canonicalize))
        most.set(
          each,
          Math.max(...contents.map((lines) => lines.filter((other) => canonicalize(other) === each).length)),
        )
      expect(counted).toEqual(most)
    }),
  )
})

it('finds nothing new in a file that is read again', () => {
  const records = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 8 })
  checkLaw(
    fc.property(records, (amounts) => {
      const dataset = amounts.map((amount, index) => record(`s${index}`, String(amount), { reference: 'r' }))
      const [, again = []] = placesIn({ datasets: [dataset, dataset] })
      expect(again).toEqual(dataset.map((): LinePlace => 'repeated'))
    }),
  )
})
