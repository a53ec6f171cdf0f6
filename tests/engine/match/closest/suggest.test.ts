import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../../engine/record/record.ts'
import type { MatchLine } from '../../../../engine/result/line.ts'
import type { RuleInput } from '../../../../engine/rules/language/written-form.ts'
import { inForms, sizeOf } from '../../../support/forms.ts'
import { outcome } from '../../support/brief.ts'
import { type Case, faultsOf, policyOf, run } from '../../support/run.ts'

const record = (id: string, rest: object = {}): CanonicalRecord => ({ id, amount: '10', currency: 'EUR', ...rest })
const named = (id: string, description: string): CanonicalRecord => record(id, { description })
const byText: RuleInput = { id: 'text', action: 'suggest', match: [{ field: 'description' }] }
const byReference: RuleInput = { id: 'reference', match: [{ field: 'reference' }] }

const suggestionText = ({ source, target, rule, ambiguous, interchangeable }: MatchLine): string =>
  `${source}~${target} by ${rule}${ambiguous ? ' ambiguous' : ''}${interchangeable ? ' interchangeable' : ''}`
const suggestions = (given: Case): string[] => run(given).suggestions.map(suggestionText)

describe('a suggest rule', () => {
  it('is shown with every default and compiles to itself', () => {
    const { rules } = policyOf([byText])
    expect(rules[0]).toMatchObject({ action: 'suggest', cardinality: '1:1', assign: 'closest', ambiguous: 'review' })
    expect(policyOf(JSON.parse(JSON.stringify(rules))).rules).toEqual(rules)
  })

  it('picks none of several: best is refused', () => {
    expect(faultsOf([{ ...byText, ambiguous: 'best' }])).toMatchObject([{ pointer: '/0/ambiguous', code: 'conflict' }])
  })

  it('needs a blocking key like any other', () => {
    expect(faultsOf([{ action: 'suggest', ignoreAmount: true, match: [{ field: 'currency' }] }])).toMatchObject([
      { pointer: '/0', code: 'no_blocking_key' },
    ])
  })

  it('lists a pair, claims nothing and leaves both records open, their breaks marked', () => {
    const { matches, suggestions, breaks, summary } = run({
      source: [named('s1', 'ACME')],
      target: [named('t1', 'ACME')],
      rules: [byText],
    })
    expect(matches).toEqual([])
    expect(suggestions).toEqual([
      {
        kind: 'suggestion',
        rule: 'text',
        confidence: 'exact',
        source: ['s1'],
        target: ['t1'],
        equal: { amount: '10', currency: 'EUR', description: 'ACME' },
      },
    ])
    expect(breaks.map(({ reason, suggested }) => [reason, suggested])).toEqual([
      ['missing_in_target', true],
      ['missing_in_source', true],
    ])
    expect(summary).toMatchObject({ matchCount: 0, suggestionCount: 1, breakCount: 2, ambiguous: 0 })
  })

  it('leaves the records to the rules after it, and its suggestion is dropped', () => {
    const source = [record('s1', { description: 'ACME', reference: 'R' })]
    const target = [named('t1', 'ACME'), record('t2', { reference: 'R' })]
    const result = run({ source, target, rules: [byText, byReference] })
    expect(result.matches.map(({ source, target }) => [...source, ...target])).toEqual([['s1', 't2']])
    expect(result.suggestions).toEqual([])
    expect(result.breaks).toMatchObject([{ target: ['t1'] }])
    expect(result.breaks[0]).not.toHaveProperty('suggested')
  })

  it('sees nothing of what an earlier rule has matched or holds', () => {
    const source = [record('s1', { description: 'ACME', reference: 'R' })]
    const target = [record('t1', { description: 'ACME', reference: 'R' }), named('t2', 'ACME')]
    expect(suggestions({ source, target, rules: [byReference, byText] })).toEqual([])
    const tied = [...target, record('t3', { reference: 'R' })]
    expect(suggestions({ source, target: tied, rules: [byReference, byText] })).toEqual([])
  })

  it('stays beside an ambiguity that a later rule holds, whose break is marked', () => {
    const source = [record('s1', { description: 'ACME', reference: 'R' })]
    const target = [record('t1', { description: 'ACME', reference: 'R' }), record('t2', { reference: 'R' })]
    const result = run({ source, target, rules: [byText, byReference] })
    expect(result.suggestions.map(suggestionText)).toEqual(['s1~t1 by text'])
    expect(result.breaks).toMatchObject([{ reason: 'ambiguous', suggested: true }])
  })

  it('loses a suggestion whose record a later rule excludes', () => {
    const exclude: RuleInput = { action: 'exclude', where: { source: [{ field: 'id', op: 'eq', value: 's1' }] } }
    const given = { source: [named('s1', 'ACME')], target: [named('t1', 'ACME')], rules: [byText, exclude] }
    expect(suggestions(given)).toEqual([])
  })

  it('suggests the closest first and, for what is left, the next', () => {
    const dated = (id: string, date: string) => record(id, { date })
    const rules: RuleInput[] = [{ id: 'days', action: 'suggest', match: [{ field: 'date', days: 5 }] }]
    const source = [dated('s1', '2026-03-01'), dated('s2', '2026-03-02')]
    const target = [dated('t1', '2026-03-01'), dated('t2', '2026-03-05')]
    expect(suggestions({ source, target, rules })).toEqual(['s1~t1 by days', 's2~t2 by days'])
  })
})

describe('ties of a suggest rule', () => {
  const typed = (side: string, count: number): CanonicalRecord[] =>
    Array.from({ length: count }, (_, index) =>
      record(`${side}${index}`, { description: 'ACME', type: `${side}${index}` }),
    )

  it('are all listed, flagged, and hold nothing', () => {
    const [source, target] = [typed('s', 1), typed('t', 2)]
    expect(suggestions({ source, target, rules: [byText] })).toEqual([
      's0~t0 by text ambiguous',
      's0~t1 by text ambiguous',
    ])
    const later: RuleInput = { id: 'later', ambiguous: 'best', match: [{ field: 'description' }] }
    expect(outcome({ source, target, rules: [byText, later] })).toEqual(['s0=t0 by later', 'missing_in_source /t1'])
  })

  it('keep the confidence of what was compared', () => {
    const { suggestions } = run({ source: typed('s', 1), target: typed('t', 2), rules: [byText] })
    expect(suggestions.map(({ confidence }) => confidence)).toEqual(['medium', 'medium'])
  })

  it('are three a record at most, on either side', () => {
    expect(suggestions({ source: typed('s', 1), target: typed('t', 5), rules: [byText] })).toHaveLength(3)
    expect(suggestions({ source: typed('s', 5), target: typed('t', 1), rules: [byText] })).toHaveLength(3)
    expect(suggestions({ source: typed('s', 4), target: typed('t', 4), rules: [byText] })).toEqual([
      ...['s0', 's1', 's2'].flatMap((id) => ['t0', 't1', 't2'].map((other) => `${id}~${other} by text ambiguous`)),
      's3~t3 by text ambiguous',
    ])
  })

  it('are three a record at most over all rules, and a pair is listed once, under the first', () => {
    const again: RuleInput = { ...byText, id: 'again' }
    const [source, target] = [typed('s', 1), typed('t', 5)]
    const found = suggestions({ source, target, rules: [byText, again] })
    expect(found).toEqual(['s0~t0 by text ambiguous', 's0~t1 by text ambiguous', 's0~t2 by text ambiguous'])
  })

  const sizes = { short: 5_000, long: 20_000 }

  it(inForms('are listed at one look a record, however many there are', sizes), () => {
    const size = sizeOf(sizes)
    const { suggestions } = run({ source: typed('s', size), target: typed('t', size), rules: [byText] })
    expect(suggestions).toHaveLength(3 * size - 2)
  })
})

describe('twins', () => {
  it('are suggested one to one, interchangeable, and their surplus is not called a duplicate', () => {
    const source = [named('s1', 'ACME'), named('s2', 'ACME')]
    const target = [named('t1', 'ACME'), named('t2', 'ACME'), named('t3', 'ACME')]
    const result = run({ source, target, rules: [byText] })
    expect(result.suggestions.map(suggestionText)).toEqual([
      's1~t1 by text interchangeable',
      's2~t2 by text interchangeable',
    ])
    expect(result.breaks.map(({ reason }) => reason)).not.toContain('duplicate')
  })
})

it('reports a block that is too large as a finding of the rule', () => {
  const rule: RuleInput = { ...byText, match: [{ field: 'description' }, { field: 'date', days: 1 }] }
  const dated = (side: string): CanonicalRecord[] =>
    Array.from({ length: 101 }, (_, index) =>
      record(`${side}${index}`, { description: 'A', date: '2026-03-01', type: `${side}${index}` }),
    )
  const given = { source: dated('s'), target: dated('t'), rules: [rule], limits: { candidateCountMax: 10_000 } }
  expect(run(given).summary.breaks).toEqual({ group_too_large: 1 })
})

it('writes suggestions after matches and before breaks', () => {
  const source = [named('s1', 'ACME'), record('s2', { reference: 'R' })]
  const target = [named('t1', 'ACME'), record('t2', { reference: 'R' })]
  const { chunks } = run({ source, target, rules: [byText, byReference] })
  expect(chunks.map(({ view }) => view)).toEqual(['header', 'matches', 'suggestions', 'breaks', 'totals'])
})
