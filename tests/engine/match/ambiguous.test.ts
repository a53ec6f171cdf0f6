import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { outcome, pairs } from '../support/brief.ts'
import { run } from '../support/run.ts'

const record = (id: string, amount: string, date = '2026-03-01'): CanonicalRecord => ({
  id,
  amount,
  date,
  reference: 'R',
  description: `of ${id}`,
})
const cents: RuleInput = { match: [{ field: 'reference' }, { field: 'amount', tolerance: '0.05' }] }

describe('ambiguous', () => {
  const source = [record('s1', '10')]
  const target = [record('t1', '10', '2026-03-01'), record('t2', '10', '2026-03-02')]
  const tied = (ambiguous: NonNullable<RuleInput['ambiguous']>): RuleInput => ({
    ambiguous,
    match: [{ field: 'reference' }],
  })
  const later: RuleInput = { id: 'later', match: [{ field: 'reference' }, { field: 'date' }] }

  it('review holds all records, unseen by later rules', () => {
    expect(outcome({ source, target, rules: [tied('review'), later] })).toEqual(['duplicate s1/t1,t2'])
  })

  it('review holds them, unseen by later tiers', () => {
    const far = record('t3', '10.04')
    const near = [record('t1', '10.01'), record('t2', '9.99')]
    expect(outcome({ source, target: [...near, far], rules: [cents] })).toEqual([
      'ambiguous s1/t1,t2',
      'missing_in_source /t3',
    ])
  })

  it('review shows up to three candidates for each record', () => {
    const many = ['t1', 't2', 't3', 't4'].map((id) => record(id, '10'))
    const [line] = run({ source, target: many, rules: [tied('review')] }).breaks
    expect(line?.candidates?.map((each) => `${each.source}/${each.target}`)).toEqual([
      's1/t1',
      's1/t2',
      's1/t3',
      's1/t4',
    ])
    const [wide] = run({
      source: many.map((each) => ({ ...each, id: each.id.replace('t', 's') })),
      target: many,
      rules: [tied('review')],
    }).breaks
    expect(wide?.candidates?.filter((each) => each.source === 's4').map((each) => each.target)).toEqual([
      't1',
      't2',
      't3',
    ])
  })

  it('review names the rule and no criterion, since all of them hold', () => {
    expect(run({ source, target, rules: [tied('review')] }).breaks[0]?.failed).toEqual({ rule: 'rule-1' })
  })

  it('defer leaves the records to later rules', () => {
    expect(pairs({ source, target, rules: [tied('defer'), later] })).toEqual(['s1=t1 by later'])
  })

  it('defer reports them when all are still open at the end', () => {
    const never: RuleInput = {
      id: 'never',
      match: [{ field: 'reference' }, { field: 'date' }],
      where: { source: [{ field: 'type', op: 'present' }] },
    }
    expect(outcome({ source, target, rules: [tied('defer'), never] })).toEqual(['duplicate s1/t1,t2'])
  })

  it('defer hides them for the rest of its own rule', () => {
    const near = [record('t1', '10.01'), record('t2', '9.99'), record('t3', '10.04')]
    const rules: RuleInput[] = [{ ...cents, ambiguous: 'defer' }]
    expect(outcome({ source, target: near, rules })).toEqual(['ambiguous s1/t1,t2', 'missing_in_source /t3'])
  })

  it('best takes the largest matching with the least ids, flagged ambiguous and low', () => {
    const two = [record('s1', '10'), record('s2', '10')]
    const three = [record('t3', '10'), record('t1', '10'), record('t2', '10')]
    const { matches } = run({ source: two, target: three, rules: [tied('best')] })
    expect(matches.map((line) => [line.source[0], line.target[0], line.ambiguous, line.confidence])).toEqual([
      ['s1', 't1', true, 'low'],
      ['s2', 't2', true, 'low'],
    ])
  })

  it('best prefers two pairs to the least first pair', () => {
    const source = [record('s1', '10'), record('s2', '10.02')]
    const target = [record('t1', '10.01'), record('t2', '9.99')]
    expect(pairs({ source, target, rules: [{ ...cents, ambiguous: 'best' }] })).toEqual([
      's1=t2 by rule-1',
      's2=t1 by rule-1',
    ])
  })
})
