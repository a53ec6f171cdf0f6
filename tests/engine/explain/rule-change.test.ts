import { describe, expect, it } from 'vitest'
import { at } from '../../../engine/base/at.ts'
import { proposeRuleChanges, type RuleChange } from '../../../engine/explain/rule-change.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { type Case, policyOf, run } from '../support/run.ts'

const invoice = { amount: '10', currency: 'EUR', date: '2026-03-01', reference: 'INV-7' }
const reference = { field: 'reference' }
const currency = { field: 'currency' }

/** The changes for each break of a case. */
const changesOf = (given: Case): readonly RuleChange[] =>
  run(given).breaks.flatMap((line) => proposeRuleChanges(policyOf(given.rules), line))

const between = (source: object, target: object, rules: Case['rules']): Case => ({
  source: [{ id: 's1', ...invoice, ...source }],
  target: [{ id: 't1', ...invoice, ...target }],
  rules,
})

describe('the change of a rule', () => {
  const days = { field: 'date', days: 3 }
  it.each<[string, Case, Partial<RuleChange>]>([
    [
      'gives an amount the tolerance that it needs',
      between({}, { amount: '10.07' }, [{ name: 'Cents', match: [reference, { field: 'amount', tolerance: '0.05' }] }]),
      {
        kind: 'wider',
        pointer: '/0/match/1/tolerance',
        from: '0.05',
        to: '0.07',
        sentence: 'Rule “Cents”: amounts at most 0.07 apart, instead of amounts at most 0.05 apart.',
      },
    ],
    [
      'gives an exact amount a tolerance',
      between({}, { amount: '10.07' }, [{ match: [reference] }]),
      {
        kind: 'wider',
        pointer: '/0/match/1/tolerance',
        from: null,
        to: '0.07',
        sentence:
          'Rule “rule-1”: amounts at most 0.07 apart, or none on either side, instead of equal amounts, or none on either side.',
      },
    ],
    [
      'widens a percentage, and one of two bounds',
      between({}, { amount: '9.7' }, [
        { match: [reference, { field: 'amount', tolerance: { from: '-2%', to: '0' } }] },
      ]),
      { kind: 'wider', from: { from: '-2%', to: '0' }, to: { from: '-3%', to: '0' } },
    ],
    [
      'widens days',
      between({}, { date: '2026-03-06' }, [{ match: [reference, { field: 'amount' }, days] }]),
      {
        pointer: '/0/match/2/days',
        from: 3,
        to: 5,
        sentence: 'Rule “rule-1”: dates at most 5 days apart, instead of dates at most 3 days apart.',
      },
    ],
    [
      'widens business days',
      between({}, { date: '2026-03-06' }, [
        { match: [reference, { field: 'date', businessDays: { from: 1, to: 2 }, calendar: 'target' }] },
      ]),
      { pointer: '/0/match/1/businessDays', to: { from: 1, to: 5 } },
    ],
    [
      'lowers a similarity',
      between({ description: 'abcdefghij' }, { description: 'abcdefghyz' }, [
        {
          match: [{ field: 'amount' }, { field: 'description', similarity: { method: 'levenshtein', min: '0.9' } }],
        },
      ]),
      {
        pointer: '/0/match/1/similarity',
        to: { method: 'levenshtein', min: '0.8' },
        sentence:
          'Rule “rule-1”: similar description, at least 80 % of the characters alike, instead of similar description, at least 90 % of the characters alike.',
      },
    ],
    [
      'lowers the characters of a beginning',
      between({ reference: 'INV-7' }, { reference: 'INV-7-2026' }, [
        { match: [{ field: 'reference', op: 'starts' }, { field: 'amount' }] },
      ]),
      { pointer: '/0/match/0/min', from: 8, to: 5 },
    ],
    [
      'leaves out a comparison where a value is absent',
      between({ description: 'A' }, {}, [{ match: [reference, { field: 'amount' }, { field: 'description' }] }]),
      { kind: 'absent_allowed', pointer: '/0/match/2/nulls', from: 'fail', to: 'skip' },
    ],
    [
      'turns a sign',
      between({}, { amount: '-10' }, [{ match: [reference, { field: 'amount' }] }]),
      { kind: 'sign_turned', pointer: '/0/match/1/sign', from: 'same', to: 'opposite' },
    ],
    [
      'allows any sign of amounts that are not compared',
      between({}, { amount: '-7' }, [{ match: [reference], ignoreAmount: true }]),
      { kind: 'sign_turned', pointer: '/0/sign', from: 'same', to: 'absolute' },
    ],
    [
      'allows digits that have changed places',
      between({ amount: '54' }, { amount: '45' }, [{ match: [reference, { field: 'amount' }] }]),
      { kind: 'digits_swapped', pointer: '/0/match/1/op', from: 'equals', to: 'transposed' },
    ],
    [
      'drops a text, where nothing narrower would do',
      between({}, { reference: 'INV-8' }, [{ match: [reference, { field: 'amount' }, currency] }]),
      {
        kind: 'criterion_dropped',
        pointer: '/0/match/0',
        to: null,
        sentence: 'Rule “rule-1”: without “same reference”, since nothing narrower takes these records.',
      },
    ],
    [
      'drops the currency and says so',
      between({}, { currency: 'USD' }, [{ match: [reference, { field: 'amount' }] }]),
      { kind: 'criterion_dropped', pointer: '/0/match/2' },
    ],
    [
      'widens the sum of a pair',
      between({ gross: '11', fee: '0.9' }, {}, [
        { match: [reference], sum: { source: [{ field: 'gross' }, { field: 'fee', times: -1 }] } },
      ]),
      {
        pointer: '/0/sum/tolerance',
        from: null,
        to: '0.1',
        sentence:
          'Rule “rule-1”: gross less fee of the source and amount of the target at most 0.1 apart, instead of equal gross less fee of the source and amount of the target.',
      },
    ],
  ])('%s', (_, given, change) => {
    const [first] = changesOf(given)
    expect(first).toMatchObject({ candidate: { source: ['s1'], target: ['t1'] }, ...change })
  })

  it('widens the sum of a group, whose records it names', () => {
    const part = (id: string, amount: string) => ({ id, ...invoice, amount })
    const given: Case = {
      source: [part('s1', '10')],
      target: [part('t1', '6'), part('t2', '3.5')],
      rules: [{ cardinality: '1:n', match: [reference, currency], sum: { tolerance: '0.1' } }],
    }
    const [change, ...others] = changesOf(given)
    expect(others).toEqual([])
    expect(change).toMatchObject({
      kind: 'wider',
      pointer: '/0/sum/tolerance',
      to: '0.5',
      candidate: { source: ['s1'], target: ['t1', 't2'] },
    })
  })

  it('names both records of a netting on their side', () => {
    const rules: RuleInput[] = [{ side: 'target', match: [reference, { field: 'amount', tolerance: '1' }] }]
    const target = [
      { id: 't1', ...invoice },
      { id: 't2', ...invoice, amount: '-12' },
      { id: 't3', ...invoice, reference: 'INV-8' },
      { id: 't4', ...invoice, reference: 'INV-8', amount: '-10' },
    ]
    expect(at(changesOf({ source: [], target, rules }), 0)).toMatchObject({
      kind: 'wider',
      to: '2',
      candidate: { source: [], target: ['t1', 't2'] },
    })
  })

  it.each<[string, Case]>([
    [
      'of a tie',
      {
        ...between({}, {}, [{ match: [{ field: 'amount' }, { field: 'date', days: 1 }] }]),
        source: ['a', 'b'].map((id) => ({ id, ...invoice, description: id })),
      },
    ],
    [
      'where a record has another currency than the rate knows',
      between(
        { currency: 'USD' },
        {},
        {
          form: 'rules',
          rules: [{ convert: { to: 'target' }, match: [reference, { field: 'amount' }] }],
          referenceData: { rates: [{ from: 'CHF', to: 'EUR', date: '2026-03-01', rate: 1 }] },
        },
      ),
    ],
    [
      'of records of which no criterion holds',
      between({}, { amount: '3', reference: 'X' }, [{ match: [reference, { field: 'amount' }] }]),
    ],
    [
      'of two records on a side that has one',
      {
        ...between({}, {}, [{ cardinality: '1:n', match: [reference, currency], sum: {} }]),
        source: ['a', 'b'].map((id) => ({ id, ...invoice })),
      },
    ],
    [
      'of a subset, since other sets may fit as well',
      between({}, { amount: '9' }, [{ cardinality: '1:n', select: 'subset', match: [reference, currency], sum: {} }]),
    ],
    [
      'where the only key would go',
      between({}, { currency: 'USD' }, [
        {
          match: [{ field: 'reference', similarity: { method: 'levenshtein', min: '0.9' } }, currency],
          residual: 'open',
          sum: { tolerance: '1' },
        },
      ]),
    ],
    [
      'where two criteria of one name may have failed',
      between({}, { date: '2026-03-09' }, [
        {
          match: [reference, { field: 'date', days: 5 }, { field: 'date', days: 9 }],
        },
      ]),
    ],
  ])('is none %s', (_, given) => {
    expect(changesOf(given)).toEqual([])
  })

  it('is none for a record that a match has, and none for a break of other rules', () => {
    const rules: RuleInput[] = [{ match: [reference, { field: 'amount' }] }]
    const other = (id: string) => ({ id, ...invoice, reference: 'INV-8' })
    const given: Case = {
      source: [{ id: 's1', ...invoice }, other('s2')],
      target: [...['t1', 't2'].map((id, index) => ({ id, ...invoice, amount: `${10 + index}` })), other('t3')],
      rules,
    }
    const [line] = run(given).breaks
    expect(line?.candidates).toMatchObject([{ source: 's1', target: 't2', takenBy: expect.any(String) }])
    expect(changesOf(given)).toEqual([])
    const missed = at(run(between({}, { amount: '11' }, rules)).breaks, 0)
    expect(proposeRuleChanges(policyOf([{ id: 'another', match: [reference] }]), missed)).toEqual([])
  })
})
