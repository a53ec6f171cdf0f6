import { describe, expect, it } from 'vitest'
import { WorkLimitError } from '../../../engine/match/state/work.ts'
import { proposeInSlices, proposeRules } from '../../../engine/propose/propose-rules.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { Table } from '../../../engine/record/table.ts'
import { createTableBuilder } from '../../../engine/record/table-builder.ts'
import { ledgerIdOf, relatedSides, shuffled, unrelatedSides } from '../../support/two-sides.ts'

function tableOf(records: readonly CanonicalRecord[]): Table {
  const builder = createTableBuilder('all')
  builder.addLines(records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  return builder.finish()
}

const tablesOf = ({ source, target }: { source: readonly CanonicalRecord[]; target: readonly CanonicalRecord[] }) => ({
  source: tableOf(source),
  target: tableOf(target),
})

const sides = relatedSides(400)
const tables = tablesOf(sides)

describe('a proposal', () => {
  it('is the same in slices, and in whatever order the records stand', () => {
    const slices = proposeInSlices({ ...tables, sliceStepCount: 1 })
    let sliceCount = 0
    let step = slices.next()
    for (; step.done !== true; step = slices.next()) sliceCount += 1
    const proposal = proposeRules(tables)
    expect(step.value).toEqual(proposal)
    expect(sliceCount).toBeGreaterThan(20)
    const mixed = tablesOf({ source: shuffled(sides.source), target: shuffled(sides.target) })
    expect(JSON.stringify(proposeRules(mixed))).toBe(JSON.stringify(proposal))
  })

  it('ends before it takes more steps than it may', () => {
    expect(() => proposeRules({ ...tables, stepCountMax: 1_000 })).toThrow(WorkLimitError)
    expect(proposeRules({ ...tables, stepCountMax: 1_000_000_000 })).toEqual(proposeRules(tables))
  })

  it('learns from days of thousands of records, of which the other side has each a day later', () => {
    const count = 8_000
    const day = (index: number, later: number) => `2026-03-0${1 + (index % 2) + later}`
    const { source, target } = relatedSides(count)
    const late = tablesOf({
      source: source.map((record, index) => ({ ...record, date: day(index, 0) })),
      target: target.map((record) => ({ ...record, date: day(indexes.get(record.id) ?? 0, 1) })),
    })
    const [first] = proposeRules(late).explanations
    expect(first).toMatchObject({ action: 'match', matches: target.length })
  })

  const indexes = new Map(relatedSides(8_000).source.map(({ id }, index) => [ledgerIdOf(id), index]))

  it('has no rule for sides that have nothing to do with each other', () => {
    expect(proposeRules(tablesOf(unrelatedSides(100)))).toMatchObject({ isRelated: false, rules: [], explanations: [] })
  })
})
