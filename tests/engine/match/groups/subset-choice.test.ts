import { describe, expect, it } from 'vitest'
import type { RuleInput } from '../../../../engine/rules/language/written-form.ts'
import { breaksOf, matchOf, outcome } from '../../support/brief.ts'
import { type Case, run } from '../../support/run.ts'
import { payments, record, subset } from '../../support/subset-case.ts'

const suggested = (given: Case): string[] =>
  run(given).suggestions.map(({ source, target, ambiguous }) => `${source}~${target}${ambiguous ? ' ambiguous' : ''}`)

describe('where there is a choice', () => {
  const source = [record('s1', '10')]
  const target = payments('4', '6', '3', '7')

  it('all records of all smallest sets are one ambiguous break, with the pairs as candidates', () => {
    const { breaks, matches } = run({ source, target: [...target, record('t5', '1')], rules: [subset()] })
    expect(matches).toEqual([])
    expect(breaks[0]).toEqual({
      kind: 'break',
      reason: 'ambiguous',
      source: ['s1'],
      target: ['t1', 't2', 't3', 't4'],
      failed: { rule: 'sub' },
      candidates: [
        { source: 's1', target: 't1' },
        { source: 's1', target: 't2' },
        { source: 's1', target: 't3' },
        { source: 's1', target: 't4' },
      ],
    })
    expect(breaks[1]).toMatchObject({ reason: 'missing_in_source', target: ['t5'] })
  })

  it('review holds them from later rules and defer does not', () => {
    const later: RuleInput = {
      id: 'later',
      match: [{ sourceField: 'description', targetField: 'description' }],
      ignoreAmount: true,
    }
    const named = target.map((each, index) => (index === 0 ? { ...each, description: 's1' } : each))
    expect(outcome({ source, target: named, rules: [subset(), later] })).toEqual(['ambiguous s1/t1,t2,t3,t4'])
    const deferred = outcome({ source, target: named, rules: [subset({ ambiguous: 'defer' }), later] })
    expect(deferred[0]).toBe('s1=t1 by later')
    expect(outcome({ source, target, rules: [subset({ ambiguous: 'defer' })] })).toEqual(['ambiguous s1/t1,t2,t3,t4'])
  })

  it('suggest lists sets in the order of their ids, three a record at most', () => {
    const many = payments('1', '9', '2', '8', '3', '7', '4', '6')
    expect(suggested({ source, target: many, rules: [subset({ action: 'suggest' })] })).toEqual([
      's1~t1,t2 ambiguous',
      's1~t3,t4 ambiguous',
      's1~t5,t6 ambiguous',
    ])
    const four = ['s1', 's2', 's3', 's4'].map((id) => record(id, '10'))
    expect(suggested({ source: four, target: payments('4', '6'), rules: [subset({ action: 'suggest' })] })).toEqual([
      's1~t1,t2 ambiguous',
      's2~t1,t2 ambiguous',
      's3~t1,t2 ambiguous',
    ])
  })
})

describe('anchors that want the same record', () => {
  const target = payments('4', '6', '5')

  it('are one ambiguous component, also when each has only one set', () => {
    const source = [record('s1', '10'), record('s2', '9')]
    expect(outcome({ source, target, rules: [subset()] })).toEqual(['ambiguous s1,s2/t1,t2,t3'])
  })

  it('leave the others alone', () => {
    const source = [record('s1', '10'), record('s2', '9'), record('s3', '30')]
    const rules = [subset()]
    const all = [...target, record('t4', '10.5'), record('t5', '19.5')]
    expect(outcome({ source, target: all, rules })).toEqual(['s3=t4,t5 by sub', 'ambiguous s1,s2/t1,t2,t3'])
  })
})

describe('twins', () => {
  const same = { description: 'same' }
  const fives = (count: number) => Array.from({ length: count }, (_, index) => record(`t${index + 1}`, '5', same))

  it('are one node: sets that differ in them only are one, and the rest stays open', () => {
    const given = { source: [record('s1', '10')], target: fives(3), rules: [subset()] }
    expect(matchOf(given)).toMatchObject({ target: ['t1', 't2'], interchangeable: true })
    expect(breaksOf(run(given))).toEqual(['missing_in_source /t3'])
  })

  it('are not interchangeable when all of them are taken', () => {
    expect(matchOf({ source: [record('s1', '10')], target: fives(2), rules: [subset()] })).not.toHaveProperty(
      'interchangeable',
    )
  })

  it('are shared out to anchors in twin order, as long as there are enough', () => {
    const stamped = (id: string, time: string) =>
      record(id, '10', { ...same, attributes: { timestamp: `2026-03-01T0${time}:00:00Z` } })
    const source = [stamped('s1', '9'), stamped('s2', '8')]
    expect(outcome({ source, target: fives(5), rules: [subset()] })).toEqual([
      's1=t3,t4 by sub',
      's2=t1,t2 by sub',
      'missing_in_source /t5',
    ])
    expect(outcome({ source, target: fives(3), rules: [subset()] })).toEqual(['ambiguous s1,s2/t1,t2,t3'])
  })

  it('count one by one against the limit of candidates', () => {
    const limited = (count: number) =>
      breaksOf(
        run({ source: [record('s1', '21')], target: fives(count), rules: [subset({ limits: { maxCandidates: 4 } })] }),
      )
    expect(limited(4)[0]).toBe('sum_mismatch s1/')
    expect(limited(5)).toEqual(['subset_limit s1/t1,t2,t3,t4,t5'])
  })
})

describe('more candidates than the limit', () => {
  const dated = (id: string, amount: string, day: number) => record(id, amount, { date: `2026-03-0${day}` })
  const days = { match: [{ field: 'reference' }, { field: 'date', days: { before: 0, after: 1 } }] }
  const rule = subset({ ...days, limits: { maxCandidates: 2 } })
  const target = [
    dated('t1', '1', 1),
    dated('t2', '2', 1),
    dated('t3', '4', 2),
    dated('t4', '8', 6),
    dated('t5', '7', 7),
  ]

  it('are a break subset_limit, never a search among some of them', () => {
    expect(outcome({ source: [dated('s1', '3', 1)], target, rules: [rule] })).toEqual([
      'subset_limit s1/t1,t2,t3',
      'missing_in_source /t4',
      'missing_in_source /t5',
    ])
  })

  it('leave other anchors to be matched', () => {
    const source = [dated('s1', '3', 1), dated('s2', '15', 6)]
    expect(outcome({ source, target, rules: [rule] }).slice(0, 2)).toEqual([
      's2=t4,t5 by sub',
      'subset_limit s1/t1,t2,t3',
    ])
  })

  it('are one break for anchors that share some of them', () => {
    const more = [...target, dated('t6', '16', 2), dated('t7', '32', 3)]
    const source = [dated('s1', '100', 1), dated('s2', '100', 2)]
    expect(outcome({ source, target: more, rules: [rule] })[0]).toBe('subset_limit s1,s2/t1,t2,t3,t6,t7')
  })

  it('are a finding that a later rule drops', () => {
    const later: RuleInput = { id: 'later', match: [{ field: 'reference' }, { field: 'amount' }] }
    const source = [dated('s1', '4', 1)]
    expect(outcome({ source, target, rules: [rule, later] })[0]).toBe('s1=t3 by later')
    expect(breaksOf(run({ source, target, rules: [rule, later] })).join()).not.toContain('subset_limit')
  })

  it('are told by a suggest rule as well', () => {
    const rules = [subset({ ...days, limits: { maxCandidates: 2 }, action: 'suggest' })]
    expect(outcome({ source: [dated('s1', '3', 1)], target, rules })[0]).toBe('subset_limit s1/t1,t2,t3')
  })
})
