import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../../engine/record/record.ts'
import type { CriterionInput, RuleInput } from '../../../../engine/rules/language/written-form.ts'
import { inForms, isLong, sizeOf } from '../../../support/forms.ts'
import { matchOf, meets, outcome, pairs } from '../../support/brief.ts'
import { faultsOf, policyOf, run } from '../../support/run.ts'

const alike = (
  method: 'levenshtein' | 'jaro-winkler' | 'trigram' | 'token-set',
  min: string | number,
): CriterionInput => ({
  field: 'description',
  similarity: { method, min },
})
const tokens = alike('token-set', '0.6')

describe('a similarity criterion', () => {
  it('is shown with its op, its least similarity as a decimal and every default', () => {
    const [rule] = policyOf([{ match: [alike('trigram', 0.85)] }]).rules
    expect(rule?.match?.[0]).toEqual({
      field: 'description',
      op: 'similar',
      normalize: [],
      similarity: { method: 'trigram', min: '0.85' },
      nulls: 'fail',
    })
  })

  it('compiles to itself', () => {
    const { rules } = policyOf([{ match: [alike('levenshtein', '0.90')] }])
    expect(policyOf(JSON.parse(JSON.stringify(rules))).rules).toEqual(rules)
  })

  it.each<[string, CriterionInput, string, string]>([
    ['op similar alone', { field: 'description', op: 'similar' }, '/op', 'conflict'],
    ['another op beside it', { ...tokens, op: 'equals' }, '/op', 'conflict'],
    ['contains beside it', { ...tokens, op: 'contains' }, '/op', 'conflict'],
    ['an amount', { ...tokens, field: 'amount' }, '/similarity', 'conflict'],
    ['a date', { ...tokens, field: 'date' }, '/similarity', 'conflict'],
    ['days beside it', { ...tokens, field: 'attributes.x', days: 1 }, '/similarity', 'conflict'],
    ['a tolerance beside it', { ...tokens, field: 'attributes.x', tolerance: 1 }, '/similarity', 'conflict'],
    ['a minimum above 1', alike('trigram', '1.1'), '/similarity/min', 'invalid_value'],
    ['a minimum below 0', alike('trigram', -0.1), '/similarity/min', 'invalid_value'],
    ['a minimum finer than a basis point', alike('trigram', '0.85001'), '/similarity/min', 'invalid_value'],
    ['a percentage', alike('trigram', '85%'), '/similarity/min', 'invalid_value'],
  ])('refuses %s', (_what, criterion, member, code) => {
    const faults = faultsOf([{ match: [{ field: 'reference' }, criterion] }])
    expect(faults).toContainEqual(expect.objectContaining({ pointer: `/0/match/1${member}`, code }))
  })
})

describe('the blocking key of a rule', () => {
  const keyed = (criterion: CriterionInput, rest: RuleInput = {}): RuleInput => ({
    ignoreAmount: true,
    ...rest,
    match: [criterion, { field: 'currency' }],
  })
  it.each<[CriterionInput]>([[alike('levenshtein', '0.6')], [alike('trigram', '0.6')], [alike('token-set', '0.6')]])(
    'may be %j',
    (criterion) => {
      expect(policyOf([keyed(criterion)]).rules).toHaveLength(1)
    },
  )

  it.each<[CriterionInput]>([
    [alike('levenshtein', '0.5999')],
    [alike('trigram', '0.5')],
    [alike('jaro-winkler', '0.99')],
    [{ ...tokens, nulls: 'skip' }],
  ])('is not %j', (criterion) => {
    expect(faultsOf([keyed(criterion)])).toMatchObject([{ pointer: '/0', code: 'no_blocking_key' }])
  })
})

describe('two texts', () => {
  it('are alike from the minimum on, inclusive', () => {
    const [left, right] = [{ description: 'ACME GMBH BERLIN' }, { description: 'BERLIN ACME' }]
    expect(meets(left, right, { match: [alike('token-set', '0.8')] })).toBe(true)
    expect(meets(left, right, { match: [alike('token-set', '0.8001')] })).toBe(false)
  })

  it('are compared after normalising', () => {
    const criterion: CriterionInput = {
      ...alike('token-set', '1'),
      normalize: ['upper', 'fold-accents', { strip: ['GmbH'] }],
    }
    const stripped: CriterionInput = { ...criterion, normalize: ['upper', { strip: ['GMBH'] }] }
    expect(meets({ description: 'Müller' }, { description: 'MULLER GMBH' }, { match: [criterion] })).toBe(false)
    expect(meets({ description: 'acme' }, { description: 'Acme GmbH' }, { match: [stripped] })).toBe(true)
  })

  it('that are absent fail, match or are skipped as nulls says', () => {
    const rule = (nulls: CriterionInput['nulls']): RuleInput => ({
      match: [{ field: 'reference' }, { ...tokens, nulls }],
    })
    const [none, some] = [{ reference: 'R' }, { reference: 'R', description: 'ACME' }]
    expect([
      meets(none, none, rule('fail')),
      meets(none, none, rule('match')),
      meets(none, none, rule('skip')),
    ]).toEqual([false, true, true])
    expect([
      meets(none, some, rule('fail')),
      meets(none, some, rule('match')),
      meets(none, some, rule('skip')),
    ]).toEqual([false, false, true])
  })
})

const record = (id: string, description: string, rest: object = {}): CanonicalRecord => ({
  id,
  amount: '10',
  currency: 'EUR',
  description,
  ...rest,
})

describe('among several candidates', () => {
  it('the more similar is closer', () => {
    const source = [record('s1', 'ACME GMBH BERLIN')]
    const target = [record('t1', 'ACME BERLIN'), record('t2', 'ACME GMBH BERLIN MITTE')]
    expect(pairs({ source, target, rules: [{ match: [tokens] }] })).toEqual(['s1=t2 by rule-1'])
  })

  it('the fewer days count before the more similar', () => {
    const source = [record('s1', 'ACME GMBH BERLIN', { date: '2026-03-01' })]
    const target = [
      record('t1', 'ACME BERLIN', { date: '2026-03-02' }),
      record('t2', 'ACME GMBH BERLIN', { date: '2026-03-03' }),
    ]
    const rules: RuleInput[] = [{ match: [tokens, { field: 'date', days: 3 }] }]
    expect(pairs({ source, target, rules })).toEqual(['s1=t1 by rule-1'])
  })

  it('equally similar ones are ambiguous', () => {
    const source = [record('s1', 'ACME GMBH BERLIN')]
    const target = [record('t1', 'ACME BERLIN'), record('t2', 'ACME GMBH')]
    expect(outcome({ source, target, rules: [{ match: [tokens] }] })).toEqual(['ambiguous s1/t1,t2'])
  })
})

describe('the line of a match by similar text', () => {
  const lineOf = (left: object, right: object, match: readonly CriterionInput[], rest: RuleInput = {}) =>
    matchOf({
      source: [record('s1', 'ACME GMBH BERLIN', left)],
      target: [record('t1', 'BERLIN ACME', right)],
      rules: [{ ...rest, match }],
    })

  it('shows both texts and the similarity in basis points', () => {
    expect(lineOf({}, {}, [tokens])).toMatchObject({
      differ: { description: ['ACME GMBH BERLIN', 'BERLIN ACME'] },
      similarity: 8_000,
    })
  })

  it('shows the lowest of several similarities', () => {
    const counterparty: CriterionInput = { field: 'counterparty', similarity: { method: 'levenshtein', min: '0.6' } }
    const line = lineOf({ counterparty: 'ACMEX' }, { counterparty: 'ACMEY' }, [counterparty, tokens])
    expect(line.similarity).toBe(8_000)
  })

  it('has no similarity when no text was compared', () => {
    const absent: CriterionInput = {
      field: 'counterparty',
      similarity: { method: 'levenshtein', min: '0.6' },
      nulls: 'skip',
    }
    expect(lineOf({}, {}, [{ field: 'amount' }, absent])).not.toHaveProperty('similarity')
  })
})

describe('the confidence of similar text is', () => {
  const confidence = (left: string, right: string, rest: RuleInput = {}) =>
    matchOf({
      source: [record('s1', left)],
      target: [record('t1', right)],
      rules: [{ ...rest, match: [{ ...alike('levenshtein', '0.6'), nulls: 'match' }] }],
    }).confidence
  it.each<[string, string, string]>([
    ['medium', 'ACME BERLIN', 'ACME BERLIN'],
    ['medium', 'ABCDEFGHIJ', 'ABCDEFGHIX'],
    ['low', 'ABCDEFGHI', 'ABCDEFGHX'],
  ])('%s for %j and %j', (level, left, right) => {
    expect(confidence(left, right)).toBe(level)
  })

  it('medium when both lack the text that may be absent, since nothing else identifies them', () => {
    expect(confidence('', '')).toBe('medium')
  })

  it('no higher than its rule allows', () => {
    expect(confidence('ACME', 'ACME', { confidence: 'low' })).toBe('low')
  })
})

describe('a rule by similar text alone', () => {
  const rule: RuleInput = { id: 'text', ignoreAmount: true, crossCurrency: true, match: [alike('trigram', '0.85')] }
  const many = (side: string, count: number, description: (index: number) => string): CanonicalRecord[] =>
    Array.from({ length: count }, (_, index) => ({
      id: `${side}${index}`,
      amount: String(index),
      description: description(index),
    }))
  const distinct = (index: number): string =>
    `${((index + 999) * 2_654_435_761).toString(36)} ${((index + 999) * 40_503).toString(36)} ${((index + 999) * 69_069).toString(36)}`

  it('finds its pairs among thousands', () => {
    const source = many('s', 3_000, (index) => `PAYMENT ${distinct(index)}`)
    const target = many('t', 3_000, (index) => `PAYMENTS ${distinct(index)}`)
    const { matches, summary } = run({ source, target, rules: [rule] })
    expect(summary.matchCount).toBe(3_000)
    expect(matches.every((line) => line.source[0]?.slice(1) === line.target[0]?.slice(1))).toBe(true)
  })

  const sharing = { short: 200, long: 100_000 }
  // In the short form a block may have fewer candidates, by as much as there are fewer records.
  const limits = isLong ? {} : { candidateCountMax: 10_000 }

  it(inForms('ends in group_too_large when very many records a side share one text', sharing), () => {
    const same = (side: string) => many(side, sizeOf(sharing), () => 'PAYMENT RECEIVED THANK YOU')
    const { summary } = run({ source: same('s'), target: same('t'), rules: [rule], limits })
    expect(summary.breaks).toEqual({ group_too_large: 1 })
  })
})

it('leaves a hint at the text when only that is not alike enough, and none at a stranger', () => {
  const breaksOf = (text: string, other: string) =>
    run({
      source: [{ ...record('s1', text), date: '2026-03-02' }],
      target: [{ ...record('t1', other), date: '2026-03-03' }],
      rules: [{ match: [tokens] }],
    }).breaks
  expect(breaksOf('ACME GMBH', 'ZENITH LTD').flatMap(({ candidates = [] }) => candidates)).toEqual([])
  expect(breaksOf('ACME TRADING GMBH BERLIN', 'ACME HOLDING GMBH HAMBURG')).toMatchObject([
    {
      reason: 'missing_in_target',
      source: ['s1'],
      failed: { field: 'description', rule: 'rule-1' },
      candidates: [{ source: 's1', target: 't1' }],
    },
    { reason: 'missing_in_source', target: ['t1'] },
  ])
})
