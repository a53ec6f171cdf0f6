import { expect, it } from 'vitest'
import { proposeRules } from '../../../engine/propose/propose-rules.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { claimsOf, tablesOf } from './pairs/claims.ts'
import type { GeneratedPair } from './pairs/generated-pair.ts'
import { cardBatches } from './pairs/kinds/card-batches.ts'
import { scoreOf } from './pairs/score.ts'

/** Batches of several terminals with one number: their sums agree together, since each batch's does alone. */

function proposedFor(pair: GeneratedPair) {
  const tables = tablesOf(pair)
  const proposal = proposeRules(tables)
  const claims = proposal.rules.length === 0 ? [] : claimsOf(pair, proposal, tables)
  return { proposal, ...scoreOf(pair.truth, claims) }
}

it.each([1, 2, 3, 5, 6])('reads the terminal beside a batch number that other terminals use, too: seed %i', (seed) => {
  const { f1, wrong } = proposedFor(cardBatches(seed))
  expect(wrong).toEqual([])
  expect(f1).toBeGreaterThan(0.97)
})

const nameless = ({ attributes = {}, ...record }: CanonicalRecord): CanonicalRecord => {
  const { device: _, ...others } = attributes
  return { ...record, attributes: others }
}

it.each([2, 5])('claims no batches of several terminals together where deposits name no terminal: seed %i', (seed) => {
  const { source, target, ...others } = cardBatches(seed)
  const { proposal, wrong } = proposedFor({ source: source.map(nameless), target: target.map(nameless), ...others })
  expect(wrong).toEqual([])
  expect(proposal.rules.filter(({ cardinality, action }) => cardinality === 'n:m' && action !== 'suggest')).toEqual([])
})

const labelled = ({ description, ...record }: CanonicalRecord): CanonicalRecord =>
  description === undefined ? record : { ...record, description: description.replace('BATCH ', 'BATCH#') }

it('reads a number that a label is written on', () => {
  const { source, target, ...others } = cardBatches(6)
  expect(others.layout).toMatchObject({ key: 'both in the text' })
  const { f1, wrong } = proposedFor({ source: source.map(labelled), target: target.map(labelled), ...others })
  expect(wrong).toEqual([])
  expect(f1).toBeGreaterThan(0.97)
})
