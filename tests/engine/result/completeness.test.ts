import { expect, it } from 'vitest'
import { createRunState } from '../../../engine/match/state/open-run-state.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { createCoverage } from '../../../engine/result/completeness.ts'
import { policyOf, tableOf } from '../support/reconcile-case.ts'

const policy = policyOf([{ match: [{ field: 'reference' }] }])

function coverageOf(source: readonly CanonicalRecord[], target: readonly CanonicalRecord[]) {
  return createCoverage(createRunState(tableOf(source, policy), tableOf(target, policy), policy))
}

const records = (...ids: string[]) => ids.map((id) => ({ id }))
const pair = { source: [0], target: [0] }

it('is complete when each record stands in one line, of as many lines as were written', () => {
  const coverage = coverageOf(records('s1', 's2'), records('t1'))
  coverage.add(pair)
  coverage.add({ source: [1], target: [] })
  expect(() => coverage.assertComplete(2)).not.toThrow()
  expect(() => coverage.assertComplete(3)).toThrow('Completeness: 3 lines about records were written, 2 of them noted')
})

it('refuses a record in two lines', () => {
  const coverage = coverageOf(records('s1'), records('t1', 't2'))
  coverage.add(pair)
  expect(() => coverage.add({ source: [0], target: [1] })).toThrow('Completeness: source record s1 is in two lines')
})

it('refuses a record in no line', () => {
  const coverage = coverageOf(records('s1'), records('t1', 't2'))
  coverage.add(pair)
  expect(() => coverage.assertComplete(1)).toThrow('Completeness: target record t2 is in no line')
})

it('refuses two records of one id, and none whose ids begin alike', () => {
  const coverage = coverageOf(records('s1', 's2', 's1'), [])
  coverage.add({ source: [0, 1, 2], target: [] })
  expect(() => coverage.assertComplete(1)).toThrow('Completeness: two source records have the id s1')
  const others = coverageOf(records('s', 's1', 's11', 'x11'), [])
  others.add({ source: [0, 1, 2, 3], target: [] })
  expect(() => others.assertComplete(1)).not.toThrow()
})
