import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalize } from '../../../engine/base/canonical.ts'
import { linesOf } from '../../../engine/base/line-splitter.ts'
import { finish } from '../../../engine/base/slices.ts'
import type { DecisionLine } from '../../../engine/close/decision.ts'
import { foldFiles } from '../../../engine/close/fold-files.ts'
import { ItemLimitError } from '../../../engine/close/item-limit.ts'
import { formatLines, type PeriodFiles } from '../../../engine/close/period-files.ts'
import { type ReadPeriod, readingOf } from '../../../engine/close/read-period.ts'
import { overFiles } from '../../../engine/close/reading.ts'
import { settling } from '../../../engine/close/settle-period.ts'
import { rootOfLines } from '../../../engine/merkle/frontier.ts'
import { checkLaw } from '../support/law.ts'
import { sha256 } from '../support/sha256.ts'
import { datasets, decided, filesOf, lineByLine, picks, settledOf } from './reading-case.ts'

const heldIn = ({ records: { source, target } }: ReadPeriod): readonly string[] =>
  [...source, ...target].map(({ id }) => id)

it('comes to the same period whether it holds all records or those that the fold wants', () => {
  checkLaw(
    fc.property(datasets, picks, (given, chosen) => {
      const settled = settledOf(decided(filesOf(given), chosen))
      const read = lineByLine(readingOf(sha256, settled.files, { named: [] }), settled.files)
      if (!read.ok) throw new Error(read.detail)
      expect(foldFiles(sha256, read.value)).toEqual(settled.folded)
      expect(read.value.roots.source).toBe(rootOfLines(sha256, linesOf(settled.files['source.ndjson'])))
    }),
  )
})

it('knows what decisions that name further records come to', () => {
  checkLaw(
    fc.property(datasets, picks, (given, chosen) => {
      const { files, period } = settledOf(filesOf(given))
      const decisions = linesOf(decided(files, chosen)['decisions.ndjson']).map(
        (line) => JSON.parse(line) as DecisionLine,
      )
      const named = decisions.flatMap(({ items = [] }) => items)
      const read = lineByLine(readingOf(sha256, files, { named }), files)
      if (!read.ok) throw new Error(read.detail)
      expect(foldFiles(sha256, { ...read.value, decisions })).toEqual(foldFiles(sha256, { ...period, decisions }))
    }),
  )
})

it('holds no records of matches of rules of which nobody has said anything', () => {
  const of = (id: string, reference: string) => ({ id, reference, amount: '1', currency: 'EUR', date: '2026-03-02' })
  const { files, period } = settledOf(
    filesOf([
      ['source', [of('s1', 'one'), of('s2', 'two')]],
      ['target', [of('t1', 'one'), of('t3', 'three')]],
    ]),
  )
  const read = lineByLine(readingOf(sha256, files, { named: [] }), files)
  expect(heldIn(period)).toEqual(['a', 's1', 's2', 't1', 't3'])
  expect(read.ok && heldIn(read.value)).toEqual(['a', 's2', 't3'])
})

it('holds of the records of one id only those that are named', () => {
  const days = ['2026-03-02', '2026-03-03', '2026-03-04']
  const each = days.map((date) => ({ id: 'NONREF', amount: '1', currency: 'EUR', date, reference: date }))
  const { files, period } = settledOf(
    filesOf(each.flatMap((one) => [['source', [one]] as const, ['target', [one]] as const])),
  )
  const named = period.records.source.flatMap(({ name, shownId }) => (shownId === 'NONREF#2' ? [name] : []))
  const read = lineByLine(readingOf(sha256, files, { named }), files)
  if (!read.ok) throw new Error(read.detail)
  const { source, target } = read.value.records
  expect([...source, ...target].map(({ shownId }) => shownId)).toEqual(['a', 'NONREF#2', 'NONREF#2'])
})

it('takes no id that looks like that of a residual for one', () => {
  const of = (id: string) => ({ id, reference: id, amount: '1', currency: 'EUR', date: '2026-03-02' })
  const { files } = settledOf(
    filesOf([
      ['source', [of('s~1')]],
      ['target', [of('s~1')]],
    ]),
  )
  const read = lineByLine(readingOf(sha256, files, { named: [] }), files)
  expect(read.ok && heldIn(read.value)).toEqual(['a'])
})

it('settles to the same files whether it holds all records or those that the fold wants', () => {
  checkLaw(
    fc.property(datasets, picks, (given, chosen) => {
      const files = decided(filesOf(given), chosen)
      const settled = settledOf(files)
      const some = lineByLine(settling(sha256, files, { held: { named: [] } }), files)
      if (!some.ok) throw new Error(some.detail)
      const { asked, result, folded } = some.value
      expect({ ...files, ...asked, 'result.ndjson': result.texts.join('') }).toEqual(settled.files)
      expect(result.root).toBe(rootOfLines(sha256, linesOf(settled.files['result.ndjson'])))
      expect(folded).toEqual(settled.folded)
    }),
  )
})

it('holds no more items than it may', () => {
  const records = [1, 2, 3].map((amount) => ({ id: `s${amount}`, amount: `${amount}`, currency: 'EUR' }))
  const given = filesOf([['source', records]])
  const settlingOf = (files: PeriodFiles, itemCountMax: number) => () =>
    lineByLine(settling(sha256, files, { held: { named: [] }, itemLimitOf: () => itemCountMax }), files)
  // The record of the opening is open, too.
  expect(settlingOf(given, 3)).toThrow(ItemLimitError)
  expect(settlingOf(given, 4)().ok).toBe(true)
  const later = filesOf([['source', records.map((each) => ({ ...each, date: '2026-04-01' }))]])
  expect(settlingOf(later, 3)).toThrow(ItemLimitError)
  const excluded = filesOf([['source', records.map((each) => ({ ...each, type: 'info' }))]])
  expect(settlingOf(excluded, 3)).toThrow(ItemLimitError)
  const both = filesOf([['source', records.map((each, index) => ({ ...each, date: `2026-0${3 + (index % 2)}-01` }))]])
  expect(settlingOf(both, 3)).toThrow(ItemLimitError)
  expect(settlingOf(both, 4)().ok).toBe(true)
})

it('refuses lines that are not those of the parts', () => {
  const files = filesOf([['source', [{ id: 's', amount: '1', currency: 'EUR', date: '2026-03-02' }]]])
  const lines = linesOf(files['source.ndjson'])
  const refusalOf = (source: readonly string[]) => {
    const changed = { ...files, 'source.ndjson': formatLines(source) }
    const read = finish(overFiles(readingOf(sha256, changed, { named: [] }), changed))
    return read.ok ? undefined : read.detail
  }
  expect(refusalOf(lines)).toBeUndefined()
  expect(refusalOf(lines.slice(1))).toBe('source.ndjson: Got other records than the items of the opening')
  expect(refusalOf(lines.slice(0, 1))).toMatch(/^source.ndjson: Got other lines than those of the root /)
  expect(refusalOf([...lines, '{"amount":"1","id":"t"}'])).toBe('source.ndjson: Got lines of no part')
  expect(refusalOf([...lines.slice(0, 1), '{"id":1}'])).toBe('source.ndjson: line 2 is not a canonical record')
})

it.each([
  { kind: 'netted', side: 'source' },
  { kind: 'totals' },
  { kind: 'match', residual: null },
  { kind: 'match', source: 5 },
  { kind: 'excluded', source: { a: 1 } },
])('refuses a line of a result that cannot be read: %j', (line) => {
  const { files } = settledOf(filesOf([['source', [{ id: 's', amount: '1', currency: 'EUR', date: '2026-03-02' }]]]))
  const changed = { ...files, 'result.ndjson': `${files['result.ndjson']}${canonicalize(line)}\n` }
  const read = finish(overFiles(readingOf(sha256, changed, { named: [] }), changed))
  expect(read).toMatchObject({ ok: false, detail: expect.stringMatching(/^result.ndjson: line \d+: Got members/) })
})

it('refuses lines of sides that are no records where their currencies are looked for', () => {
  const of = (id: string, currency: string) => ({ id, amount: '1', currency, date: '2026-03-02' })
  const { files } = settledOf(filesOf([['source', [of('s', 'EUR'), of('t', 'USD')]]]))
  for (const line of ['x', 'null']) {
    const source = formatLines([...linesOf(files['source.ndjson']).slice(0, 2), line])
    const changed = { ...files, 'source.ndjson': source }
    const read = finish(overFiles(readingOf(sha256, changed, { named: [] }), changed))
    expect(read.ok ? undefined : read.detail).toBe('source.ndjson: line 3 is not a canonical record')
  }
})
