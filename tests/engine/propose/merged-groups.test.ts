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

/** Two tills a batch: of the later batches each till has a deposit as well, but of other takings. */
function dividedDeposits(): GeneratedPair {
  const amountOf = (batch: number, till: number, sale: number) => 1_000 + 77 * batch + 1_313 * till + 411 * sale ** 2
  const batches = Array.from({ length: 80 }, (_, batch) => {
    const sums = [0, 1].map((till) => [0, 1, 2].reduce((sum, sale) => sum + amountOf(batch, till, sale), 0))
    const [first = 0, second = 0] = sums
    const moved = batch < 50 ? 0 : 123 + 17 * batch
    const common = { date: `2026-03-${String(1 + (batch % 28)).padStart(2, '0')}`, currency: 'EUR' }
    const of = (id: string, till: number, amount: number): CanonicalRecord => ({
      ...{ ...common, id, amount: String(amount), reference: `BATCH${7_000 + batch}` },
      account: `TILL-${till === 0 ? 'NORTH' : 'SOUTH'}`,
    })
    return {
      source: [0, 1].flatMap((till) =>
        [0, 1, 2].map((sale) => of(`s${batch}.${till}.${sale}`, till, amountOf(batch, till, sale))),
      ),
      target: [of(`t${batch}.0`, 0, first + moved), of(`t${batch}.1`, 1, second - moved)],
    }
  })
  const idsOf = (records: readonly CanonicalRecord[]) => records.map(({ id }) => id)
  return {
    source: batches.flatMap(({ source }) => source),
    target: batches.flatMap(({ target }) => target),
    truth: batches.map(({ source, target }) => ({ source: idsOf(source), target: idsOf(target) })),
    rules: [],
    layout: {},
  }
}

it('takes what adds up in a batch as a whole once the tills have theirs', () => {
  const { proposal, wrong } = proposedFor(dividedDeposits())
  expect(wrong).toEqual([])
  expect(proposal.explanations.map(({ matches }) => matches)).toEqual([100, 30])
  expect(proposal.left).toMatchObject({ source: 0, target: 0 })
})
