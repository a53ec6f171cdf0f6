import fc from 'fast-check'
import { expect, it } from 'vitest'
import { linesOf } from '../../../engine/base/line-splitter.ts'
import { finish } from '../../../engine/base/slices.ts'
import { foldFiles } from '../../../engine/close/fold-files.ts'
import { formatKept, holdsNamed } from '../../../engine/close/kept-lines.ts'
import { formatLines, type PeriodFiles } from '../../../engine/close/period-files.ts'
import { type ReadPeriod, readingOf, readingOfKept } from '../../../engine/close/read-period.ts'
import { overFiles } from '../../../engine/close/reading.ts'
import { settling } from '../../../engine/close/settle-period.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { checkLaw } from '../support/law.ts'
import { sha256 } from '../support/sha256.ts'
import { datasets, decided, filesOf, lineByLine, picks, settledOf } from './reading-case.ts'

/** The files of a run, and what it keeps of their lines. */
function keptOf(files: PeriodFiles): { readonly files: PeriodFiles; readonly kept: string } {
  const settled = lineByLine(settling(sha256, files, { held: { named: [] } }), files)
  if (!settled.ok) throw new Error(settled.detail)
  const { asked, result, period } = settled.value
  return { files: { ...files, ...asked, 'result.ndjson': result.texts.join('') }, kept: formatKept(period) }
}

const keptIn = (files: PeriodFiles, kept: string) => finish(overFiles(readingOfKept(sha256, files, kept), files))

function readKept(files: PeriodFiles, kept: string): ReadPeriod {
  const read = keptIn(files, kept)
  if (!read.ok) throw new Error(read.detail)
  return read.value
}

const namesOf = ({ decisions }: ReadPeriod) => decisions.flatMap(({ items = [] }) => items)

const of = (id: string, reference: string): CanonicalRecord => ({
  ...{ id, reference, amount: '1', currency: 'EUR', date: '2026-03-02' },
})

it('comes to the period that all lines come to, unless a decision since the run names a record that it lacks', () => {
  let heldCount = 0
  checkLaw(
    fc.property(datasets, picks, picks, (given, before, after) => {
      const { files, kept } = keptOf(decided(filesOf(given), before))
      const since = linesOf(decided(files, after)['decisions.ndjson']).map((line) => line.replace('"id":"d', '"id":"e'))
      const now = { ...files, 'decisions.ndjson': `${files['decisions.ndjson']}${formatLines(since)}` }
      const read = readKept(now, kept)
      const isHeld = holdsNamed(read, namesOf(read))
      if (isHeld && since.length > 0) heldCount += 1
      const all = lineByLine(readingOf(sha256, now, { named: [] }), now)
      if (!all.ok) throw new Error(all.detail)
      expect(read.roots).toEqual(all.value.roots)
      if (isHeld) expect(foldFiles(sha256, read)).toEqual(foldFiles(sha256, all.value))
    }),
  )
  expect(heldCount).toBeGreaterThan(0)
})

it('knows a record that a rule has matched as one that it lacks', () => {
  const { files, kept } = keptOf(
    filesOf([
      ['source', [of('s1', 'one'), of('s2', 'two')]],
      ['target', [of('t1', 'one')]],
    ]),
  )
  const read = readKept(files, kept)
  const { records } = settledOf(files).period
  const isHeld = records.source.map(({ id, name }) => [id, holdsNamed(read, [name])])
  expect(isHeld).toEqual([
    ['a', true],
    ['s1', false],
    ['s2', true],
  ])
})

it('takes a name for that of a residual where no record that it lacks looks like one', () => {
  const residual = { side: 'source' as const, root: '1'.repeat(64), id: 's2~1', leaf: '2'.repeat(64) }
  const isHeldWith = (id: string): boolean => {
    const { files, kept } = keptOf(
      filesOf([
        ['source', [of(id, 'one'), of('s2', 'two')]],
        ['target', [of(id, 'one')]],
      ]),
    )
    return holdsNamed(readKept(files, kept), [residual])
  }
  expect([isHeldWith('s1'), isHeldWith('s1~1')]).toEqual([true, false])
})

it('says nothing of a record that two parts of one root have', () => {
  const twice = [of('s1', 'one')]
  const { files, kept } = keptOf(
    filesOf([
      ['source', twice],
      ['source', twice],
    ]),
  )
  const read = readKept(files, kept)
  expect(holdsNamed(read, [])).toBe(true)
  expect(read.records.source.map(({ name }) => holdsNamed(read, [name]))).toEqual([false, false, false])
})

it.each([
  ['cut off', (lines: readonly string[]) => lines.slice(0, 1)],
  ['of another kind', (lines: readonly string[]) => lines.slice(1)],
  ['without a record', (lines: readonly string[]) => [lines[0], '{}', ...lines.slice(2)]],
  ['with a row too many', (lines: readonly string[]) => [`${lines[0]?.replace('[0,1]', '[0,9]')}`, ...lines.slice(1)]],
])('refuses lines that are %s', (_, changed) => {
  const { files, kept } = keptOf(filesOf([['source', [of('s2', 'two')]]]))
  expect(keptIn(files, kept).ok).toBe(true)
  const lines = changed(linesOf(kept)).flatMap((line) => line ?? [])
  expect(keptIn(files, formatLines(lines)).ok).toBe(false)
})
