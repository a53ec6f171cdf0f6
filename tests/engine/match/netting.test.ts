import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { inForms } from '../../support/forms.ts'
import { nettingCase } from '../oracle/netting-cases.ts'
import { checkLaw, lawCases } from '../support/law.ts'
import { policyOf, run } from '../support/run.ts'

const record = (id: string, amount: string, values: Partial<CanonicalRecord> = {}): CanonicalRecord => ({
  id,
  amount,
  currency: 'EUR',
  reference: 'A',
  ...values,
})
const voids: RuleInput = { id: 'voids', side: 'source', match: [{ field: 'reference' }] }
const byCustomer: RuleInput = { id: 'sums', side: 'source', cardinality: 'n:m', match: [{ field: 'reference' }] }

const nettedBy = (rule: RuleInput, source: readonly CanonicalRecord[], target: readonly CanonicalRecord[] = []) =>
  run({ source, target, rules: [rule] })

describe('netting', () => {
  it('pairs what adds up to zero, and leaves zero and what has no amount alone', () => {
    const { amount: _, ...without } = record('s5', '1')
    const result = nettedBy(voids, [
      record('s1', '7'),
      record('s2', '-7'),
      record('s3', '0'),
      record('s4', '0', { reference: 'B' }),
      without,
      record('s6', '0', { reference: 'B' }),
    ])
    expect(result.netted).toMatchObject([{ side: 'source', records: ['s1', 's2'], confidence: 'exact' }])
    expect(result.breaks.flatMap(({ source }) => source)).toEqual(['s3', 's4', 's5', 's6'])
  })

  it('takes records of its own side alone', () => {
    const both = [record('a', '7'), record('b', '-7')]
    const { netted, summary } = nettedBy({ ...voids, side: 'target' }, both, both)
    expect(netted.map(({ side, records }) => [side, ...records])).toEqual([['target', 'a', 'b']])
    expect(summary.source).toEqual({ matched: 0, open: 2, netted: 0 })
    expect(summary.matchRate).toBe('0')
  })

  it('leaves what it netted to no later rule', () => {
    const source = [record('s1', '7'), record('s2', '-7'), record('s3', '7')]
    const { matches, netted } = run({ source, target: [record('t1', '7')], rules: [voids, { match: voids.match }] })
    expect(netted.map(({ records, interchangeable }) => [...records, interchangeable])).toEqual([['s1', 's2', true]])
    expect(matches.map(({ source: ids }) => ids)).toEqual([['s3']])
  })

  it('books what a tolerance let through as accepted: the other side has nothing of it', () => {
    const rule: RuleInput = { ...byCustomer, variance: 'rounding', sum: { tolerance: '0.05' } }
    const own = [record('s1', '5'), record('s2', '5.02'), record('s3', '-10')]
    const { netted, totals } = nettedBy(rule, own)
    expect(netted).toMatchObject([{ records: ['s1', 's2', 's3'], sum: ['10.02', '-10'], difference: '-0.02' }])
    expect(totals.source['EUR']).toEqual({
      ...{ count: 3, total: '0.02', matched: '0', open: '0', excluded: '0', netted: '0.02' },
    })
    expect(totals.accepted).toEqual({ EUR: { rounding: '-0.02' } })
    expect(nettedBy({ ...rule, side: 'target' }, [], own).totals.accepted).toEqual({ EUR: { rounding: '0.02' } })
  })

  it('reports a tie and sums that do not agree as breaks of its side', () => {
    const tie = [record('s1', '7'), record('s2', '-7', { type: 'x' }), record('s3', '-7', { type: 'y' })]
    expect(nettedBy(voids, tie).breaks).toMatchObject([
      {
        reason: 'ambiguous',
        source: ['s1', 's2', 's3'],
        candidates: [
          { source: 's1', target: 's2', side: 'source' },
          { source: 's1', target: 's3', side: 'source' },
        ],
      },
    ])
    expect(nettedBy(byCustomer, [record('s1', '7'), record('s2', '-6')]).breaks).toMatchObject([
      { reason: 'sum_mismatch', source: ['s1', 's2'], difference: '-1', failed: { rule: 'sums', field: 'sum' } },
    ])
  })

  it('reads different fields of the positive and the negative amount', () => {
    const rule: RuleInput = { ...voids, match: [{ sourceField: 'id', targetField: 'attributes.reverses' }] }
    const reversal = (id: string, reverses: string) => record(id, '-7', { attributes: { reverses } })
    const { netted } = nettedBy(rule, [
      record('s1', '7'),
      record('s2', '7'),
      reversal('s3', 's2'),
      reversal('s4', 's9'),
    ])
    expect(netted.map(({ records }) => records)).toEqual([['s2', 's3']])
  })
})

it(inForms('of a side is matching of two sides, parted by sign', lawCases), () => {
  // A record may be in either place of a netting rule, so twins are told apart where one place alone reads ids.
  const readsIdInOnePlace = ({ match = [] }: RuleInput): boolean =>
    match.some((each) => 'sourceField' in each && (each.sourceField === 'id') !== (each.targetField === 'id'))
  const firstRules = nettingCase.map(({ source, rules }) => {
    const effective = policyOf(rules).rules
    return { source, rule: effective.find(({ side, enabled, where }) => side === 'source' && enabled && !where) }
  })
  checkLaw(
    fc.property(firstRules, ({ source, rule }) => {
      if (rule === undefined || readsIdInOnePlace(rule)) return
      const { side: _, ...twoSided } = rule
      const isNegative = ({ amount }: CanonicalRecord) => amount?.startsWith('-')
      const parts = source.filter(({ amount }) => amount !== undefined && amount !== '0')
      const split = run({
        source: parts.filter((each) => !isNegative(each)),
        target: parts.filter(isNegative),
        rules: [twoSided],
      })
      const { netted } = nettedBy(rule, source)
      const inPairs = split.matches.map((line) => [...line.source, ...line.target].sort())
      const sorted = (lists: readonly (readonly string[])[]) => lists.map((ids) => [...ids].sort().join(' ')).sort()
      expect(sorted(netted.map(({ records }) => records))).toEqual(sorted(inPairs))
    }),
  )
})
