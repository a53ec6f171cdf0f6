import { describe, expect, it } from 'vitest'
import type { RuleInput } from '../../../../engine/rules/language/written-form.ts'
import { outcome } from '../../support/brief.ts'
import { dated, record, twins, within } from '../../support/most-case.ts'
import { type Case, run } from '../../support/run.ts'

describe('where best matchings differ', () => {
  /** Days 1 and 20 have one explanation; around day 10 it is a tie between two targets. */
  const given = { source: dated('s', [1, 10, 20]), target: dated('t', [1, 9, 11, 20]) }

  it('the pairs common to all of them match, and the rest of the component is one break', () => {
    const { matches, breaks } = run({ ...given, rules: [within(10)] })
    expect(matches.map(({ source, target }) => [...source, ...target])).toEqual([
      ['s1', 't1'],
      ['s3', 't4'],
    ])
    expect(breaks).toMatchObject([
      { reason: 'ambiguous', source: ['s2'], target: ['t2', 't3'], failed: { rule: 'most' } },
    ])
    expect(breaks[0]?.candidates?.map((each) => [each.source, each.target])).toEqual([
      ['s2', 't2'],
      ['s2', 't3'],
    ])
  })

  it('several ties of one component are one break', () => {
    const source = dated('s', [4, 6, 8])
    const target = dated('t', [3, 5, 6, 7, 9])
    const { breaks, matches } = run({ source, target, rules: [within(2)] })
    expect(matches.map(({ source, target }) => [...source, ...target])).toEqual([['s2', 't3']])
    expect(breaks).toMatchObject([{ reason: 'ambiguous', source: ['s1', 's3'], target: ['t1', 't2', 't4', 't5'] }])
  })

  const byId: RuleInput = { id: 'later', match: [{ sourceField: 'description', targetField: 'status' }] }
  const later = { ...given, target: given.target.map((each) => (each.id === 't3' ? { ...each, status: 's2' } : each)) }

  it('review holds the rest from later rules', () => {
    expect(outcome({ ...later, rules: [within(10), byId] })).toEqual([
      's1=t1 by most',
      's3=t4 by most',
      'ambiguous s2/t2,t3',
    ])
  })

  it('defer leaves it to later rules', () => {
    const rules = [within(10, { ambiguous: 'defer' }), byId]
    expect(outcome({ ...later, rules })).toEqual([
      's1=t1 by most',
      's2=t3 by later',
      's3=t4 by most',
      'missing_in_source /t2',
    ])
    expect(outcome({ ...given, rules })).toContain('ambiguous s2/t2,t3')
  })

  it('equal records without an order are all one tie', () => {
    expect(outcome({ source: dated('s', [1, 1]), target: dated('t', [1, 1]), rules: [within(3)] })).toEqual([
      'ambiguous s1,s2/t1,t2',
    ])
    const keyed = within(0, { match: [{ field: 'amount' }, { field: 'date' }] })
    expect(outcome({ source: dated('s', [1, 1]), target: dated('t', [1, 1]), rules: [keyed] })).toEqual([
      'ambiguous s1,s2/t1,t2',
    ])
  })
})

describe('twins under most', () => {
  const flags = (given: Case) =>
    run(given).matches.map(
      ({ source, target, interchangeable }) => `${source}=${target}${interchangeable ? ' interchangeable' : ''}`,
    )

  it('pair off in their order', () => {
    expect(flags({ source: twins('s', 2, 1), target: twins('t', 2, 2), rules: [within(3)] })).toEqual([
      's1=t1 interchangeable',
      's2=t2 interchangeable',
    ])
  })

  it('may go to several partners, the first to the closest', () => {
    const target = dated('t', [3, 2])
    expect(flags({ source: twins('s', 2, 1), target, rules: [within(3)] })).toEqual([
      's1=t2 interchangeable',
      's2=t1 interchangeable',
    ])
  })

  it('that are left over are a duplicate with the counts of both sides and the matches it repeats', () => {
    const { breaks } = run({ source: twins('s', 4, 1), target: dated('t', [3, 2]), rules: [within(3)] })
    expect(breaks).toMatchObject([{ reason: 'duplicate', source: ['s3', 's4'], counts: { source: 4, target: 2 } }])
    expect(breaks[0]?.repeats).toHaveLength(2)
    const mirrored = run({ source: dated('s', [3, 2]), target: twins('t', 4, 1), rules: [within(3)] })
    expect(mirrored.breaks).toMatchObject([
      { reason: 'duplicate', target: ['t3', 't4'], counts: { source: 2, target: 4 } },
    ])
  })

  it('that are left over may be matched by a later rule', () => {
    const later: RuleInput = { id: 'later', match: [{ field: 'amount', tolerance: 1 }, { field: 'date' }] }
    const target = [...dated('t', [2]), record('t9', 1, { amount: '101' })]
    expect(outcome({ source: twins('s', 2, 1), target, rules: [within(3), later] })).toEqual([
      's1=t1 by most',
      's2=t9 by later',
    ])
  })

  it('of which some are in every best matching leave the others to the tie', () => {
    const source = twins('s', 2, 5)
    const target = dated('t', [5, 4, 6])
    const { matches, breaks } = run({ source, target, rules: [within(3)] })
    expect(matches).toMatchObject([{ source: ['s1'], target: ['t1'], interchangeable: true }])
    expect(breaks).toMatchObject([{ reason: 'ambiguous', source: ['s2'], target: ['t2', 't3'] }])
  })

  it('of a deferred tie are no duplicate when a later rule takes apart what they tied with', () => {
    const source = [...twins('s', 2, 5), record('s9', 25, { description: 'x' })]
    const target = dated('t', [5, 4, 6]).map((each) => (each.id === 't2' ? { ...each, status: 'x' } : each))
    const later: RuleInput = { id: 'later', match: [{ sourceField: 'description', targetField: 'status' }] }
    expect(outcome({ source, target, rules: [within(3, { ambiguous: 'defer' }), later] })).toEqual([
      's1=t1 by most',
      's9=t2 by later',
      'missing_in_target s2/',
      'missing_in_source /t3',
    ])
  })
})
