import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../../engine/record/record.ts'
import type { RuleInput } from '../../../../engine/rules/language/written-form.ts'
import { faultsOf, run } from '../../support/run.ts'

const record = (id: string, day: number, rest: Partial<CanonicalRecord> = {}): CanonicalRecord => ({
  id,
  amount: '10',
  currency: 'EUR',
  date: `2026-03-0${day}`,
  reference: id,
  ...rest,
})
const near: RuleInput = {
  id: 'near',
  action: 'suggest',
  ambiguous: 'drop',
  match: [{ field: 'amount' }, { field: 'date', days: 3 }],
}
const suggested = (source: CanonicalRecord[], target: CanonicalRecord[], rule = near): string[] =>
  run({ source, target, rules: [rule] }).suggestions.map((line) => `${line.source}~${line.target}`)

describe('ambiguous: drop', () => {
  it('lists a pair of which neither record has another candidate', () => {
    expect(suggested([record('s1', 1)], [record('t1', 2), record('t2', 9)])).toEqual(['s1~t1'])
  })

  it('lists nothing where a record has another candidate, though it is further away', () => {
    expect(suggested([record('s1', 1)], [record('t1', 1), record('t2', 4)])).toEqual([])
    expect(suggested([record('s1', 1), record('s2', 4)], [record('t1', 1)])).toEqual([])
  })

  it('lists no twins, which are several records', () => {
    const twins = ['t1', 't2'].map((id) => record(id, 1, { reference: 'R' }))
    expect(suggested([record('s1', 1)], twins)).toEqual([])
    expect(suggested([record('s1', 1)], twins, { ...near, match: [{ field: 'amount' }, { field: 'date' }] })).toEqual(
      [],
    )
  })

  it('lists the only pair of an exact key', () => {
    const exact: RuleInput = { ...near, match: [{ field: 'amount' }, { field: 'date' }] }
    expect(suggested([record('s1', 1)], [record('t1', 1)], exact)).toEqual(['s1~t1'])
  })

  it.each<[Partial<RuleInput>, string]>([
    [{ action: 'match' }, '/0/ambiguous conflict'],
    [{ action: undefined }, '/0/ambiguous conflict'],
    [{ assign: 'most' }, '/0/assign conflict'],
    [{ cardinality: 'n:m', sum: {} }, '/0/ambiguous conflict'],
  ])('is refused beside %j', (change, fault) => {
    const faults = faultsOf([{ ...near, ...change }])
    expect(faults.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([fault])
  })
})
