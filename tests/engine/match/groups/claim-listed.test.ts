import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../../engine/record/record.ts'
import type { CriterionInput, RuleInput } from '../../../../engine/rules/language/written-form.ts'
import { matchOf, outcome } from '../../support/brief.ts'
import { run } from '../../support/run.ts'

/** A payment's text lists invoices. */

const payment = (id: string, amount: string, description: string, rest: Partial<CanonicalRecord> = {}) => ({
  id,
  amount,
  description,
  currency: 'EUR',
  date: '2026-03-05',
  ...rest,
})
const invoice = (id: string, amount: string, reference: string, rest: Partial<CanonicalRecord> = {}) => ({
  id,
  amount,
  reference,
  currency: 'EUR',
  date: '2026-03-01',
  ...rest,
})
const listing = (own: CriterionInput = {}, rest: RuleInput = {}): RuleInput => ({
  id: 'remittance',
  cardinality: '1:n',
  sum: {},
  ...rest,
  match: [{ sourceField: 'description', targetField: 'reference', op: 'listed', ...own }, ...(rest.match ?? [])],
})
const seven = invoice('t7', '60', 'INV-7')
const eight = invoice('t8', '40', 'INV-8')

describe('a text lists keys', () => {
  it.each<[string, CriterionInput, readonly string[]]>([
    ['INV-7; INV-8', {}, ['t7', 't8']],
    ['INV-7|INV-8', {}, ['t7', 't8']],
    ['INV-8,INV-7', {}, ['t7', 't8']],
    ['Paid INV-7 and INV-8.', {}, ['t7', 't8']],
    ['(INV-7)\n«INV-8»', {}, ['t7', 't8']],
    ['-INV-7-/ _INV-8_', {}, ['t7', 't8']],
    ['INV-7 INV-7 INV-8', {}, ['t7', 't8']],
    ['inv-7 inv-8', { normalize: ['upper'] }, ['t7', 't8']],
    ['RefINV-7xINV-8 INV-88', { mask: 'INV-#' }, []],
    ['7INV-7, :INV-8!', { mask: 'INV-#' }, ['t7', 't8']],
    ['inv 7 inv 8', { normalize: ['upper', 'alphanumeric'], mask: 'INV#' }, ['t7', 't8']],
    ['INV-7/INV-8', { mask: '***-*' }, ['t7', 't8']],
    ['INV-7/INV-8', {}, []],
    ['inv-7 INV-80 INV-8x', {}, []],
    ['INV-7', {}, ['t7']],
  ])('%j under %j', (text, own, found) => {
    const source = [payment('s', found.length === 1 ? '60' : '100', text)]
    const { matches } = run({ source, target: [seven, eight], rules: [listing(own)] })
    expect(matches.flatMap(({ target }) => target)).toEqual(found)
  })

  it('of either side, whichever is the 1-side', () => {
    const rule: RuleInput = {
      cardinality: 'n:1',
      match: [{ sourceField: 'reference', targetField: 'description', op: 'listed' }],
      sum: {},
    }
    expect(matchOf({ source: [seven, eight], target: [payment('p', '100', 'INV-7; INV-8')], rules: [rule] })).toEqual({
      kind: 'match',
      rule: 'rule-1',
      confidence: 'high',
      source: ['t7', 't8'],
      target: ['p'],
      equal: { currency: 'EUR' },
      differ: { 'reference/description': ['INV-7; INV-8', 'INV-7; INV-8'] },
      sum: ['100', '100'],
    })
  })

  it('and every record of a key belongs to the group', () => {
    const lines = [invoice('l1', '25', 'INV-7'), invoice('l2', '35', 'INV-7'), eight]
    const { target } = matchOf({ source: [payment('s', '100', 'INV-7, INV-8')], target: lines, rules: [listing()] })
    expect(target).toEqual(['l1', 'l2', 't8'])
  })

  it('and is as good as an equal key where it is one', () => {
    expect(matchOf({ source: [payment('s', '60', 'INV-7')], target: [seven], rules: [listing()] })).toMatchObject({
      confidence: 'high',
      equal: { 'description/reference': 'INV-7' },
    })
  })
})

describe('a group', () => {
  const outcomeOf = (
    source: readonly CanonicalRecord[],
    target: readonly CanonicalRecord[],
    ...rules: readonly RuleInput[]
  ) => outcome({ source, target, rules })

  it('has only records that meet every other criterion', () => {
    const [late, dollars] = [invoice('t9', '40', 'INV-8', { date: '2026-02-01' }), { ...eight, currency: 'USD' }]
    const days = listing({}, { match: [{ field: 'date', days: 10 }] })
    expect(outcomeOf([payment('s', '60', 'INV-7')], [seven, { ...late, reference: 'INV-7' }], days)).toEqual([
      's=t7 by remittance',
      'missing_in_source /t9',
    ])
    // A key whose records cannot belong to the group is missing from it, even where the rest adds up.
    const { breaks } = run({
      source: [payment('s', '60', 'INV-7 INV-8')],
      target: [seven, dollars, late],
      rules: [days],
    })
    expect(breaks[0]).toMatchObject({
      reason: 'sum_mismatch',
      target: ['t7'],
      listed: { found: ['t7'], missing: ['INV-8'], taken: [] },
    })
  })

  it('with a tolerance of the sum has a difference and days', () => {
    const rule = listing({}, { sum: { tolerance: '0.05' }, match: [{ field: 'date', days: 10 }] })
    const source = [payment('s', '99.98', 'INV-7 INV-8')]
    expect(matchOf({ source, target: [seven, eight], rules: [rule] })).toMatchObject({
      confidence: 'high',
      difference: '0.02',
      days: -4,
    })
  })

  it('never adds up two currencies', () => {
    const rule = listing({}, { crossCurrency: true })
    const source = [payment('s', '100', 'INV-7 INV-8')]
    expect(run({ source, target: [seven, { ...eight, currency: 'USD' }], rules: [rule] }).matches).toEqual([])
    expect(matchOf({ source, target: [seven, eight], rules: [rule] }).confidence).toBe('low')
  })

  it('leaves out records that lack a field of the sum, and what `where` leaves out', () => {
    const without: CanonicalRecord = { ...eight, amount: '40', net: '40' }
    const rule = listing({}, { sum: { source: [{ field: 'amount' }], target: [{ field: 'net' }] } })
    const paid = [payment('s', '40', 'INV-8')]
    expect(outcomeOf(paid, [without, { ...eight, id: 'bare' }], rule)).toContain('s=t8 by remittance')
    const filtered = listing({}, { where: { target: [{ field: 'id', op: 'ne', value: 't7' }] } })
    expect(outcomeOf([payment('s', '40', 'INV-7 INV-8')], [seven, eight], filtered)).toContain('s=t8 by remittance')
  })

  it('is open to a later rule when it does not add up', () => {
    const [exact, near] = [listing(), listing({}, { id: 'near', sum: { tolerance: '1' } })]
    expect(outcomeOf([payment('s', '99.5', 'INV-7 INV-8')], [seven, eight], exact, near)).toEqual(['s=t7,t8 by near'])
  })
})

describe('what does not add up', () => {
  const breakOf = (source: readonly CanonicalRecord[], target: readonly CanonicalRecord[], ...rules: RuleInput[]) =>
    run({ source, target, rules }).breaks.find(({ reason }) => reason === 'sum_mismatch')

  it('names what was found', () => {
    expect(breakOf([payment('s', '99', 'INV-7 INV-8')], [seven, eight], listing())).toMatchObject({
      kind: 'break',
      reason: 'sum_mismatch',
      failed: { field: 'sum', rule: 'remittance' },
      source: ['s'],
      target: ['t7', 't8'],
      difference: '1',
      listed: { found: ['t7', 't8'], missing: [], taken: [] },
    })
  })

  it('ignores words that no record has, but nothing that fits a mask', () => {
    const paid = [payment('s', '60', 'For INV-7 and INV-9')]
    expect(breakOf(paid, [seven, eight], listing())).toBeUndefined()
    expect(breakOf(paid, [seven, eight], listing({ mask: 'INV-#' }))).toMatchObject({
      listed: { found: ['t7'], missing: ['INV-9'], taken: [] },
    })
  })

  it('names what other matches have taken', () => {
    const exact: RuleInput = { id: 'exact', match: [{ field: 'reference' }] }
    const other = payment('o', '40', 'other', { reference: 'INV-8' })
    for (const rule of [listing(), listing({ mask: 'INV-#' })])
      expect(breakOf([payment('s', '60', 'INV-7 INV-8'), other], [seven, eight], exact, rule)).toMatchObject({
        source: ['s'],
        target: ['t7'],
        listed: { found: ['t7'], missing: [], taken: ['t8'] },
      })
  })

  it('names three records of a key that are taken, and only those that would fit', () => {
    const exact: RuleInput = { id: 'exact', match: [{ field: 'account' }] }
    const numbers = ['1', '2', '3', '4']
    const others = numbers.map((account) => payment(`o${account}`, '40', 'other', { account }))
    const lines = numbers.map((account) => invoice(`x${account}`, '40', 'INV-8', { account }))
    const dollars = { ...payment('od', '40', 'other', { account: '5' }), currency: 'USD' }
    const taken = [{ ...invoice('a5', '40', 'INV-8', { account: '5' }), currency: 'USD' }, seven]
    const found = breakOf(
      [payment('s', '60', 'INV-7 INV-8'), ...others, dollars],
      [...lines, ...taken],
      exact,
      listing(),
    )
    expect(found?.listed).toEqual({ found: ['t7'], missing: [], taken: ['x1', 'x2', 'x3'] })
  })

  it('says so on one line of a break of a thousand', () => {
    const many = Array.from({ length: 1_001 }, (_, index) => invoice(`t${index}`, '1', `INV-${index}`))
    const text = many.map(({ reference }) => reference).join(';')
    const { breaks } = run({ source: [payment('s', '5', text)], target: many, rules: [listing()] })
    expect(breaks).toHaveLength(1_002)
    expect(breaks.filter(({ listed }) => listed).map(({ source }) => source)).toEqual([['s']])
  })
})

describe('a record that two texts list', () => {
  const target = [seven, eight]
  const source = [payment('s1', '60', 'INV-7'), payment('s2', '100', 'INV-7, INV-8')]

  it('belongs to the only one whose sum agrees', () => {
    const [fitting, short] = [payment('s1', '100', 'INV-7, INV-8'), payment('s2', '70', 'INV-7, INV-9')]
    const { matches, breaks } = run({
      source: [fitting, short],
      target: [...target, invoice('t9', '20', 'INV-9')],
      rules: [listing()],
    })
    expect(matches).toMatchObject([{ source: ['s1'], target: ['t7', 't8'] }])
    expect(breaks).toMatchObject([
      { reason: 'sum_mismatch', source: ['s2'], target: ['t9'], listed: { found: ['t9'], missing: [], taken: ['t7'] } },
    ])
  })

  it('is no part of a match of the other, even if what is left adds up', () => {
    const [fitting, rest] = [payment('s1', '100', 'INV-7, INV-8'), payment('s2', '20', 'INV-7, INV-9')]
    const given = { source: [fitting, rest], target: [...target, invoice('t9', '20', 'INV-9')], rules: [listing()] }
    expect(outcome(given)).toEqual(['s1=t7,t8 by remittance', 'sum_mismatch s2/t9'])
  })

  it('stays a tie where no sum agrees', () => {
    const given = { source: [payment('s1', '61', 'INV-7'), payment('s2', '99', 'INV-7, INV-8')], target }
    expect(outcome({ ...given, rules: [listing()] })).toEqual(['ambiguous s1,s2/t7,t8'])
  })

  it('makes both ambiguous where both sums agree', () => {
    const { breaks } = run({ source, target, rules: [listing()] })
    expect(breaks).toEqual([
      {
        kind: 'break',
        reason: 'ambiguous',
        failed: { rule: 'remittance' },
        source: ['s1', 's2'],
        target: ['t7', 't8'],
        candidates: [
          { source: 's1', target: 't7' },
          { source: 's2', target: 't7' },
          { source: 's2', target: 't8' },
        ],
      },
    ])
  })

  it('is held for review, or left to later rules', () => {
    const later: RuleInput = { id: 'later', match: [{ sourceField: 'description', targetField: 'reference' }] }
    expect(outcome({ source, target, rules: [listing(), later] })).toEqual(['ambiguous s1,s2/t7,t8'])
    expect(outcome({ source, target, rules: [listing({}, { ambiguous: 'defer' }), later] })).toContain('s1=t7 by later')
  })

  it('is suggested with each text whose sum agrees', () => {
    const suggesting = listing({}, { action: 'suggest' })
    expect(run({ source, target, rules: [suggesting] }).suggestions).toMatchObject([
      { source: ['s1'], target: ['t7'], ambiguous: true },
      { source: ['s2'], target: ['t7', 't8'], ambiguous: true },
    ])
    const many = ['a', 'b', 'c', 'd'].map((id) => payment(id, '60', 'INV-7'))
    const { suggestions } = run({ source: many, target, rules: [suggesting] })
    expect(suggestions.map(({ source: [id] }) => id)).toEqual(['a', 'b', 'c'])
  })

  it('is clear where another criterion tells the texts apart', () => {
    const rule = listing({}, { match: [{ field: 'date', days: 0 }] })
    const [first, second] = [payment('s1', '60', 'INV-7'), payment('s2', '60', 'INV-7', { date: '2026-03-01' })]
    expect(run({ source: [first, second], target: [seven], rules: [rule] }).matches).toMatchObject([{ source: ['s2'] }])
  })

  it('is no tie of records that share nothing', () => {
    const rest = [
      payment('s3', '5', 'INV-9; INV-10'),
      invoice('t9', '2', 'INV-9'),
      invoice('t10', '3', 'INV-10'),
    ] as const
    const given = { source: [...source, rest[0]], target: [...target, rest[1], rest[2]], rules: [listing()] }
    expect(outcome(given)).toEqual(['s3=t10,t9 by remittance', 'ambiguous s1,s2/t7,t8'])
  })
})
