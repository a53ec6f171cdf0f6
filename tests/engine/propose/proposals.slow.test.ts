import { expect, it } from 'vitest'
import { canonicalize } from '../../../engine/base/canonical.ts'
import { proposeRules } from '../../../engine/propose/propose-rules.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { createTableBuilder } from '../../../engine/record/table-builder.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { bankWithoutReference } from '../../bench/propose/foreign/bank-without-reference.ts'
import { foreignKinds } from '../../bench/propose/foreign/index.ts'
import { eachOf, sizeOf } from '../../support/forms.ts'
import { claimsOf } from './pairs/claims.ts'
import { testSeeds } from './pairs/generated-pair.ts'
import { pairKinds } from './pairs/index.ts'
import { dailyPayouts } from './pairs/kinds/processor-payouts.ts'
import { scoreOf } from './pairs/score.ts'
import { unrelatedPairs } from './pairs/unrelated.ts'

/** What proposed rules are held to, on pairs whose truth is known and whose seeds no rule was made with. */

const seeds = testSeeds.slice(0, sizeOf({ short: 1, long: testSeeds.length }))

const tableOf = (records: readonly CanonicalRecord[]) => {
  const builder = createTableBuilder('all')
  for (const record of records) builder.addLines(`${canonicalize(record)}\n`)
  return builder.finish()
}

interface Sides {
  readonly source: readonly CanonicalRecord[]
  readonly target: readonly CanonicalRecord[]
}

/** Two tests ask for the same pairs of a kind. */
const known = new Map<string, ReturnType<typeof proposalOf>>()

function proposalOfKind(kind: string, seed: number, pair: Sides) {
  const name = `${kind} ${seed}`
  const proposed = known.get(name) ?? proposalOf(pair)
  known.set(name, proposed)
  return proposed
}

function proposalOf({ source, target }: Sides) {
  const tables = { source: tableOf(source), target: tableOf(target) }
  return { tables, proposal: proposeRules(tables) }
}

it.each(eachOf(2, Object.entries(pairKinds)))('finds %s, and is wrong in two of a thousand at most', (kind, make) => {
  const scores = seeds.map((seed) => {
    const pair = make(seed)
    const { tables, proposal } = proposalOfKind(kind, seed, pair)
    const claims = proposal.rules.length === 0 ? [] : claimsOf(pair, proposal, tables)
    return { ...scoreOf(pair.truth, claims), claimCount: claims.length }
  })
  const mean = scores.reduce((sum, { f1 }) => sum + f1, 0) / scores.length
  const wrong = scores.reduce((sum, { wrong }) => sum + wrong.length, 0)
  const claimCount = scores.reduce((sum, each) => sum + each.claimCount, 0)
  expect({ f1s: scores.map(({ f1 }) => f1), isGood: mean >= 0.95 }).toMatchObject({ isGood: true })
  expect(wrong).toBeLessThanOrEqual(0.002 * claimCount)
})

/** What is claimed at least, by kinds of pairs in which hardly a text is equal. Sets without a name are only suggested. */
const foreignLeast: { readonly [kind: string]: number } = {
  'bank-without-reference': 0.75,
  'transfers-with-typos': 0.9,
  'remittance-lines': 0.88,
  'remittance-text': 0.75,
  'equal-amounts': 0.9,
  'rent-roll': 0.95,
}

it.each(eachOf(2, Object.entries(foreignKinds)))(
  'finds %s, and is wrong in two of a thousand at most',
  (kind, make) => {
    for (const seed of seeds) {
      const pair = make(seed)
      const { tables, proposal } = proposalOfKind(kind, seed, pair)
      const claims = proposal.rules.length === 0 ? [] : claimsOf(pair, proposal, tables)
      const { f1, wrong } = scoreOf(pair.truth, claims)
      expect(wrong.length).toBeLessThanOrEqual(0.002 * claims.length)
      expect(f1).toBeGreaterThan(foreignLeast[kind] ?? 1)
    }
  },
)

it('finds names cut and abbreviated in short files, too', () => {
  const scores = seeds.map((seed) => {
    const pair = bankWithoutReference(seed, 150)
    const { tables, proposal } = proposalOf(pair)
    return scoreOf(pair.truth, claimsOf(pair, proposal, tables))
  })
  expect(scores.flatMap(({ wrong }) => wrong)).toEqual([])
  expect(scores.reduce((sum, { f1 }) => sum + f1, 0) / scores.length).toBeGreaterThan(0.8)
})

it('learns from equal amounts where many records have hardly a text in common', () => {
  const pair = bankWithoutReference(1, 12_000)
  const { tables, proposal } = proposalOf(pair)
  const claims = claimsOf(pair, proposal, tables)
  const { f1, wrong } = scoreOf(pair.truth, claims)
  expect(f1).toBeGreaterThan(0.8)
  expect(wrong.length).toBeLessThanOrEqual(0.002 * claims.length)
})

it.each(eachOf(2, Object.entries(unrelatedPairs)))('claims nothing of %s', (_, make) => {
  for (const seed of testSeeds.slice(0, sizeOf({ short: 1, long: testSeeds.length }))) {
    const { proposal } = proposalOf(make(seed))
    expect(proposal.explanations.filter(({ action }) => action === 'match')).toEqual([])
  }
})

it('suggests groups that nothing but their day identifies, and claims none of them', () => {
  for (const seed of seeds) {
    const pair = dailyPayouts(seed)
    const { explanations, rules } = proposalOf(pair).proposal
    expect(rules.map(({ action }) => action)).toEqual(rules.map(() => 'suggest'))
    const whole = pair.truth.filter(({ kind }) => kind === undefined)
    expect(Math.max(0, ...explanations.map(({ matches }) => matches))).toBeGreaterThan(0.8 * whole.length)
  }
})

/** A text that says which record it is, not what kind; similar texts are only proposed where they tell strangers apart. */
const identifies = ({
  field,
  sourceField = field,
  op,
  days,
  tolerance,
  nulls,
}: NonNullable<RuleInput['match']>[number]) =>
  days === undefined &&
  tolerance === undefined &&
  nulls !== 'skip' &&
  !['amount', 'net', 'gross', 'fee', 'date', 'valueDate', 'type', 'status', 'currency'].includes(sourceField ?? '') &&
  op !== 'contains'

it.each(eachOf(2, Object.entries(pairKinds)))('claims on an identity only, of %s', (kind, make) => {
  for (const seed of seeds) {
    const claiming = proposalOfKind(kind, seed, make(seed)).proposal.rules.filter(({ action }) => action !== 'suggest')
    expect(claiming.filter(({ match = [] }) => !match.some(identifies))).toEqual([])
  }
})
