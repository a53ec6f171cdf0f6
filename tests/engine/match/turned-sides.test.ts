import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { BreakLine, CandidateLine, MatchLine, TotalsLine } from '../../../engine/result/line.ts'
import type { RuleInput, RuleSetInput } from '../../../engine/rules/language/written-form.ts'
import { anyCase } from '../support/any-case.ts'
import { pairs } from '../support/brief.ts'
import { checkLaw } from '../support/law.ts'
import { type Case, inForm } from '../support/reconcile-case.ts'
import { type Result, run } from '../support/run.ts'

const sign = fc.constantFrom('as-is' as const, 'turned' as const)
const signsOfSides = fc.record({ source: sign, target: sign })
type Signs = NonNullable<NonNullable<RuleSetInput['referenceData']>['signs']>

const turning = (given: Case, signs: Signs): Case => ({
  ...given,
  rules: { ...inForm(given.rules), referenceData: { signs } },
})

const negative = (amount: string): string =>
  /^-?0*\.?0*$/.test(amount) ? amount : amount.startsWith('-') ? amount.slice(1) : `-${amount}`

function turnedRecord({ amount, gross, fee, net, ...rest }: CanonicalRecord): CanonicalRecord {
  return {
    ...rest,
    ...(amount !== undefined && { amount: negative(amount) }),
    ...(gross !== undefined && { gross: negative(gross) }),
    ...(fee !== undefined && { fee: negative(fee) }),
    ...(net !== undefined && { net: negative(net) }),
  }
}

const turnedRecords = (records: readonly CanonicalRecord[], how: Signs['source']): CanonicalRecord[] =>
  how === 'turned' ? records.map(turnedRecord) : [...records]

const size = (amount: string | undefined): string | undefined => amount?.replace('-', '')

/** A line without the members that show amounts as the records have them, or ids of lines with such members. */
const matchOf = ({ equal, differ, sum, turned, residual, ...rest }: MatchLine) => ({
  ...rest,
  ...(residual && { residual: { ...residual, amount: size(residual.amount) } }),
})
const candidateOf = ({ takenBy, ...rest }: CandidateLine) => ({ ...rest, isTaken: takenBy !== undefined })
const breakOf = ({ repeats, taken, total, partOf, candidates, ...rest }: BreakLine) => ({
  ...rest,
  total: size(total),
  partOf: partOf && { ...partOf, total: size(partOf.total), difference: size(partOf.difference) },
  candidates: candidates?.map(candidateOf),
})

const linesOf = ({ matches, suggestions, breaks, netted, excluded }: Result) => ({
  excluded,
  matches: matches.map(matchOf),
  suggestions: suggestions.map(matchOf),
  breaks: breaks.map(breakOf),
  netted: netted.map(({ rule, side, records, confidence, difference }) => [
    rule,
    side,
    records,
    confidence,
    difference,
  ]),
})

function totalsOf(totals: TotalsLine['source'], how: Signs['source']) {
  const read = (amount: string): string => (how === 'turned' ? negative(amount) : amount)
  return Object.entries(totals).map(([currency, { count, ...amounts }]) => [
    currency,
    count,
    ...Object.values(amounts).map(read),
  ])
}

it('decides as over records whose amounts were changed beforehand, and totals the records as they are', () => {
  checkLaw(
    fc.property(anyCase, signsOfSides, (given, signs) => {
      const found = run(turning(given, signs))
      const wanted = run({
        ...given,
        source: turnedRecords(given.source, signs.source),
        target: turnedRecords(given.target, signs.target),
      })
      expect(linesOf(found)).toEqual(linesOf(wanted))
      expect(totalsOf(found.totals.source, signs.source)).toEqual(totalsOf(wanted.totals.source, 'as-is'))
      expect(totalsOf(found.totals.target, signs.target)).toEqual(totalsOf(wanted.totals.target, 'as-is'))
    }),
    { short: 40, long: 5_000 },
  )
})

describe('a side whose signs are turned', () => {
  const eur = (id: string, amount: string, reference = 'R'): CanonicalRecord => ({
    id,
    amount,
    currency: 'EUR',
    reference,
  })
  const rules: readonly RuleInput[] = [
    { id: 'pair', variance: 'fee', match: [{ field: 'reference' }, { field: 'amount', tolerance: '3' }] },
  ]
  const given: Case = { source: [eur('s1', '-100')], target: [eur('t1', '97.6')], rules }

  it('meets equal signs, and shows the amounts that the records have', () => {
    expect(pairs(given)).toEqual([])
    const { matches, totals, summary } = run(turning(given, { source: 'turned' }))
    expect(matches).toMatchObject([{ differ: { amount: ['-100', '97.6'] }, difference: '-2.4', turned: true }])
    expect(totals).toMatchObject({ accepted: { EUR: { fee: '2.4' } }, turned: { EUR: '195.2' } })
    expect(summary.turned).toEqual({ EUR: '195.2' })
  })

  it('is part of the policy’s hash, unless it is as it is', () => {
    const hashOf = (signs: Signs) => run(turning(given, signs)).header.policy
    expect(hashOf({ target: 'as-is' })).toBe(run(given).header.policy)
    expect(new Set([hashOf({}), hashOf({ source: 'turned' }), hashOf({ target: 'turned' })]).size).toBe(3)
  })

  it('turns the built-in rules as well', () => {
    const builtIn = { ...given, target: [eur('t1', '100')], rules: [] }
    expect(pairs(turning(builtIn, { target: 'turned' }))).toEqual(['s1=t1 by reference'])
  })

  it('keeps an equal amount of the other sign equal where both sides are turned', () => {
    const { matches, totals } = run(
      turning({ ...given, target: [eur('t1', '-100')] }, { source: 'turned', target: 'turned' }),
    )
    expect(matches).toMatchObject([{ equal: { amount: '-100' } }])
    expect(totals.turned).toEqual({})
  })
})
