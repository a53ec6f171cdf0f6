import { expect, it } from 'vitest'
import { finish } from '../../../engine/base/slices.ts'
import { createRunState } from '../../../engine/match/state/open-run-state.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { assertDistinct } from '../../../engine/result/completeness.ts'
import { createCoverage, noneCovered } from '../../../engine/result/coverage.ts'
import { policyOf, tableOf } from '../support/reconcile-case.ts'

const pair = { source: [0], target: [0] }

const coverageOf = (count: { readonly source: number; readonly target: number }) =>
  createCoverage(noneCovered(count), (side, row) => `${side.slice(0, 1)}${row + 1}`)

it('is complete when each record stands in one line', () => {
  const coverage = coverageOf({ source: 2, target: 1 })
  coverage.addPair({ source: 0, target: 0 })
  coverage.add({ source: [1], target: [] })
  expect(coverage.lineCount()).toBe(2)
  expect(() => finish(coverage.assertComplete({ source: 2, target: 1 }))).not.toThrow()
})

it('refuses a record in two lines', () => {
  const coverage = coverageOf({ source: 1, target: 2 })
  coverage.add(pair)
  expect(() => coverage.add({ source: [0], target: [1] })).toThrow('Completeness: source record s1 is in two lines')
})

it('refuses a record in no line', () => {
  const coverage = coverageOf({ source: 1, target: 2 })
  coverage.add(pair)
  const check = coverage.assertComplete({ source: 1, target: 2 })
  expect(() => finish(check)).toThrow('Completeness: target record t2 is in no line')
})

it('continues from the bits of other lines, and leaves out numbers that no record has', () => {
  const first = coverageOf({ source: 20, target: 1 })
  first.add(pair)
  const coverage = createCoverage(first.bits)
  coverage.add({ source: [19], target: [] })
  const isRecord = (_: unknown, number: number) => number === 0 || number === 19
  expect(() => finish(coverage.assertComplete({ source: 20, target: 1 }, isRecord))).not.toThrow()
  expect(() => coverage.add(pair)).toThrow('Completeness: source record 0 is in two lines')
})

it('refuses two records of one id, and none whose ids begin alike', () => {
  const policy = policyOf([{ match: [{ field: 'reference' }] }])
  const stateOf = (...ids: string[]) => {
    const records: CanonicalRecord[] = ids.map((id) => ({ id }))
    return createRunState(tableOf(records, policy), tableOf([], policy), policy).source
  }
  expect(() => assertDistinct(stateOf('s1', 's2', 's1'), 'source')).toThrow(
    'Completeness: two source records have the id s1',
  )
  expect(() => assertDistinct(stateOf('s', 's1', 's11', 'x11'), 'source')).not.toThrow()
})
