import { describe, expect, it } from 'vitest'
import { type Proposal, proposedPolicy } from '../../../engine/propose/proposal.ts'
import { proposeRules } from '../../../engine/propose/propose-rules.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { ledgerIdOf, relatedSides } from '../../support/two-sides.ts'
import { claimsOf, tablesOf } from './pairs/claims.ts'

/** Sides that hold the same business, of which one has other signs or no currency. */

const { source, target } = relatedSides(200)

const turned = (records: readonly CanonicalRecord[]): readonly CanonicalRecord[] =>
  records.map(({ amount = '0', ...record }) => ({
    ...record,
    amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}`,
  }))

const withoutCurrency = (records: readonly CanonicalRecord[]): readonly CanonicalRecord[] =>
  records.map(({ currency: _, ...record }) => record)

function rightCount(pair: {
  readonly source: readonly CanonicalRecord[]
  readonly target: readonly CanonicalRecord[]
}) {
  const proposal = proposeRules(tablesOf(pair))
  const claims = claimsOf(pair, proposal)
  const right = claims.filter((claim) => claim.target.join() === claim.source.map(ledgerIdOf).join())
  return { proposal, rightCount: right.length, wrongCount: claims.length - right.length }
}

const signsIn = ({ rules }: Proposal): readonly (string | undefined)[] =>
  rules.flatMap(({ match = [], sum }) => [...match.map(({ sign }) => sign), sum?.sign]).filter((sign) => sign)

describe('a proposal for sides of opposite signs', () => {
  it('turns the negative side, so that the same records match as without', () => {
    const found = rightCount({ source, target: turned(target) })
    expect(found).toMatchObject({ rightCount: target.length, wrongCount: 0 })
    expect(found.proposal.signs).toEqual({ source: 'as-is', target: 'turned' })
    expect(signsIn(found.proposal)).toEqual([])
    expect(rightCount({ source: turned(source), target }).proposal.signs).toEqual({
      source: 'turned',
      target: 'as-is',
    })
  })

  it('is written as an object with the signs, and as a list where no side is turned', () => {
    const { proposal } = rightCount({ source, target: turned(target) })
    expect(proposedPolicy(proposal)).toEqual({ rules: proposal.rules, signs: proposal.signs })
    const plain = rightCount({ source, target }).proposal
    expect(plain).not.toHaveProperty('signs')
    expect(proposedPolicy(plain)).toBe(plain.rules)
  })

  it('turns a side of one price', () => {
    const priced = (records: readonly CanonicalRecord[]) =>
      records.map((record, index) => ({
        ...record,
        amount: '25',
        reference: String(1_000_000 + ((index * 7_654_321) % 8_999_999)),
      }))
    const prices = { source: priced(source), target: turned(priced(source)) }
    const ofPrices = proposeRules(tablesOf(prices))
    expect(ofPrices.signs).toEqual({ source: 'as-is', target: 'turned' })
    expect(claimsOf(prices, ofPrices)).toHaveLength(source.length)
  })
})

describe('a proposal for sides of which one has no currency', () => {
  it.each([
    ['source', { source: withoutCurrency(source), target }],
    ['target', { source, target: withoutCurrency(target) }],
  ])('matches what it matches with currencies: the %s has none', (_, pair) => {
    expect(rightCount(pair)).toMatchObject({ rightCount: target.length, wrongCount: 0 })
  })

  it('suggests equal amounts on near days, too', () => {
    const plain = (records: readonly CanonicalRecord[]) => records.map(({ reference: _, ...record }) => record)
    const { explanations } = proposeRules(tablesOf({ source: plain(source), target: withoutCurrency(plain(target)) }))
    expect(explanations.reduce((sum, { matches }) => sum + matches, 0)).toBeGreaterThan(0.8 * target.length)
  })
})
