import { describe, expect, it } from 'vitest'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { breaksOf, pairsOf } from '../support/brief.ts'
import { matchIdOf } from '../support/lines.ts'
import { run } from '../support/run.ts'
import { another, payments, record, subset } from '../support/subset-case.ts'

describe('an anchor that no set adds up to', () => {
  it('is a sum_mismatch with its candidates, their total and the nearest sum', () => {
    const { breaks } = run({
      source: [record('s1', '100')],
      target: payments('60', '25', '7', '90'),
      rules: [subset()],
    })
    expect(breaks[0]).toEqual({
      kind: 'break',
      reason: 'sum_mismatch',
      source: ['s1'],
      failed: { rule: 'sub', field: 'sum', needs: { tolerance: '3' } },
      difference: '-3',
      total: '182',
      candidates: [
        { source: 's1', target: 't3' },
        { source: 's1', target: 't4' },
      ],
    })
    const partOf = { side: 'source', id: 's1', total: '97', difference: '-3' }
    expect(breaks.slice(1).map((line) => [line.target, line.partOf])).toEqual([
      [['t1'], undefined],
      [['t2'], undefined],
      [['t3'], partOf],
      [['t4'], partOf],
    ])
  })

  it('is missing where no set comes near, or the items are larger than it or of the other sign', () => {
    const missing = (...amounts: string[]) =>
      run({ source: [record('s1', '100')], target: payments(...amounts), rules: [subset()] }).breaks[0]
    for (const amounts of [['60', '25'], ['104'], ['-100', '-3']])
      expect(missing(...amounts)).toEqual({ kind: 'break', reason: 'missing_in_target', source: ['s1'] })
    expect(missing('104', '-2')).toMatchObject({ reason: 'sum_mismatch', difference: '2' })
  })

  it('is searched for under other rules where no set comes near', () => {
    const pair: RuleInput = { id: 'pair', match: [{ field: 'reference' }, { field: 'amount' }] }
    const given = { source: [record('s1', '100'), another('s')], target: [...payments('130'), another('t')] }
    const { breaks } = run({ ...given, rules: [subset(), pair] })
    expect(breaks.find(({ source }) => source?.includes('s1'))).toMatchObject({
      reason: 'amount_mismatch',
      target: ['t1'],
      failed: { rule: 'pair', field: 'amount' },
      difference: '30',
    })
  })

  it('may miss a half of it where an identity binds the set', () => {
    const bound = { source: [record('s1', '100'), another('s')], target: [...payments('60', '25'), another('t')] }
    const { breaks } = run({ ...bound, rules: [subset()] })
    expect(breaks.find(({ source }) => source?.includes('s1'))).toMatchObject({ difference: '-15' })
  })

  it('leaves its candidates to other breaks and to later rules, and names those that stay open', () => {
    const later: RuleInput = { id: 'later', match: [{ field: 'amount' }] }
    const given = { source: [record('s1', '100'), record('s2', '7')], target: payments('95', '7') }
    const result = run({
      ...given,
      rules: [subset({ match: [{ field: 'reference' }], where: { source: [big] } }), later],
    })
    expect(pairsOf(result)).toEqual(['s2=t2 by later'])
    expect(breaksOf(result)).toEqual(['sum_mismatch s1/', 'missing_in_source /t1'])
    expect(result.breaks[0]?.candidates).toEqual([{ source: 's1', target: 't1' }])
  })

  it('takes the smaller set of two that are as near', () => {
    const nearestOf = (...amounts: string[]) =>
      run({ source: [record('s1', '10')], target: payments(...amounts), rules: [subset()] }).breaks[0]
    expect(nearestOf('4', '5', '9')).toMatchObject({ difference: '-1', candidates: [{ target: 't3' }] })
    expect(nearestOf('11', '9')).toMatchObject({ difference: '-1', candidates: [{ target: 't2' }] })
  })

  it('is none where a later rule matches it', () => {
    const later: RuleInput = { id: 'later', match: [{ field: 'reference' }, { field: 'amount', tolerance: '5' }] }
    const result = run({ source: [record('s1', '10')], target: payments('7'), rules: [subset(), later] })
    expect([...pairsOf(result), ...breaksOf(result)]).toEqual(['s1=t1 by later'])
  })

  it('has no difference to the nearest sum above the limit of candidates, which is a break of its own', () => {
    const rules = [subset({ limits: { maxCandidates: 2 } })]
    const { breaks } = run({ source: [record('s1', '100')], target: payments('1', '2', '4'), rules })
    expect(breaks[0]).toMatchObject({ reason: 'subset_limit' })
    expect(breaks[0]).not.toHaveProperty('difference')
  })
})

const big = { field: 'amount', op: 'gt', value: '50' } as const

describe('more than twelve candidates that nothing identifies', () => {
  const many = payments(...Array.from({ length: 13 }, (_, index) => String(2 ** index)))
  const given = { source: [record('s1', '5')], target: many }

  it('are suggested, and claimed where a reference tells them apart', () => {
    const { matches, suggestions, summary } = run({ ...given, rules: [subset()] })
    expect([matches, suggestions.map(({ target, confidence }) => [target, confidence])]).toEqual([
      [],
      [[['t1', 't3'], 'medium']],
    ])
    expect(summary.rules).toMatchObject([{ id: 'sub', matches: 0 }])
    const told = { source: [...given.source, another('s')], target: [...many, another('t')] }
    expect(pairsOf(run({ ...told, rules: [subset()] }))).toEqual(['s1=t1,t3 by sub'])
  })

  it('are claimed by none, suggested as ambiguous where several sets add up, and fall short of nothing', () => {
    const twice = { source: [record('s1', '5'), record('s2', '7000000')], target: [...many, record('t0', '4')] }
    const result = run({ ...twice, rules: [subset()] })
    expect(result.matches).toEqual([])
    expect(result.suggestions.map(({ target, ambiguous }) => [target, ambiguous])).toEqual([
      [['t0', 't1'], true],
      [['t1', 't3'], true],
    ])
    expect(breaksOf(result)).toContain('missing_in_target s2/')
  })

  it('demote the record that has them, and no other of its key', () => {
    const days = Array.from({ length: 30 }, (_, index) => `2026-03-${String(index + 1).padStart(2, '0')}`)
    const dated = (id: string, amount: string, date: string) => record(id, amount, { date })
    const clean = days.flatMap((date, day) => [
      dated(`a${day}`, String(100 + 7 * day), date),
      dated(`b${day}`, '50', date),
    ])
    const late = many.map((each) => ({ ...each, date: '2027-06-01' }))
    const source = [
      ...days.map((date, day) => dated(`s${day}`, String(150 + 7 * day), date)),
      dated('late', '5', '2027-06-01'),
    ]
    const rules = [subset({ match: [{ field: 'date', days: 0 }] })]
    const { matches, suggestions } = run({ source, target: [...clean, ...late], rules })
    expect(matches).toHaveLength(30)
    expect(suggestions).toMatchObject([{ source: ['late'], target: ['t1', 't3'] }])
  })

  it('demote records that want one of theirs', () => {
    const near = (id: string, amount: string, day: number) => record(id, amount, { date: `2026-03-0${day}` })
    const crowd = many.map((each) => ({ ...each, date: '2026-03-02' }))
    const source = [near('s1', '8193', 2), near('s2', '8292', 3), near('s3', '70', 6)]
    const target = [...crowd, near('t20', '8192', 3), near('t21', '100', 4), near('t22', '30', 6), near('t23', '40', 7)]
    const rules = [subset({ match: [{ field: 'date', days: { before: 0, after: 1 } }] })]
    const result = run({ source, target, rules })
    expect(pairsOf(result)).toEqual(['s3=t22,t23 by sub'])
    expect(result.suggestions).toMatchObject([
      { source: ['s1'], target: ['t1', 't20'], ambiguous: true },
      { source: ['s2'], target: ['t20', 't21'], ambiguous: true },
    ])
  })

  it('of twelve are claimed', () => {
    expect(pairsOf(run({ ...given, target: many.slice(0, 12), rules: [subset()] }))).toEqual(['s1=t1,t3 by sub'])
  })
})

describe('a record whose partner is taken', () => {
  const rule: RuleInput = { id: 'exact', match: [{ field: 'reference' }, { field: 'amount' }] }

  it('names the match, up to three and the least ids first', () => {
    const dated = (id: string, day: number) => record(id, '10', { date: `2026-03-0${day}` })
    const byDay: RuleInput = { id: 'day', match: [{ field: 'date' }, { field: 'reference' }, { field: 'amount' }] }
    const source = [1, 2, 3, 4].map((day) => dated(`s${day}`, day))
    const target = [...[4, 3, 2, 1].map((day) => dated(`t${day}`, day)), dated('t5', 9), another('t')]
    const { breaks, matches } = run({ source: [...source, another('s')], target, rules: [byDay, rule] })
    expect(breaks.find((line) => line.target?.includes('t5'))?.taken).toEqual(
      matches.slice(0, 3).map((match) => ({ source: match.source[0], target: 't5', takenBy: matchIdOf(match) })),
    )
  })

  it('says nothing where the other record takes no part, or is open', () => {
    const filtered: RuleInput = { ...rule, where: { source: [{ field: 'description', op: 'eq', value: 's2' }] } }
    const byId: RuleInput = { id: 'own', match: [{ field: 'account' }] }
    const source = [record('s1', '10', { account: 'a' })]
    const target = [record('t1', '10', { account: 'a' }), record('t2', '10'), another('t')]
    const ofSecond = (by: RuleInput) =>
      run({ source, target, rules: [byId, by] }).breaks.find((line) => line.target?.includes('t2'))
    expect(ofSecond(filtered)).not.toHaveProperty('taken')
    expect(ofSecond(rule)).toHaveProperty('taken')
  })
})
