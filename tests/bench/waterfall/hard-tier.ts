import type { Random } from '../random.ts'
import { createDraft, type Draft } from './draft.ts'
import { feeCentsMax } from './rules.ts'
import { addDifferent, addEqual, addTwins } from './usual-tier.ts'

/**
 * The job with records as bad as they get: long references with accents, 5 % of the target's spelled otherwise, half of
 * all amounts 9.99, references that several records of both sides have, and one block of 100,000 records.
 */

/** Records a side of the one block; in small jobs a quarter of all. */
const blockCountMax = 50_000

/** Shares of all records: twins on both sides, and references with two amounts. */
const [twinShare, instalmentShare] = [0.02, 0.02]

/** Of those amounts that may be, so that it is half of all: neither of the block nor without a reference. */
const sameCentsShare = 0.72

const dirtyShare = 0.05

/** A draft of `recordCount` source records. */
export function draftHard(recordCount: number, seed: number): Draft {
  const draft = createDraft(seed, {
    keyOf: (code) => `Überweisung für Rechnung ${code} an Café Müller & Söhne in Köln`,
    targetKeyOf: (random, key) => (random.chance(dirtyShare) ? dirty(random, key) : key),
    sameCentsShare,
  })
  addBlock(draft, Math.min(blockCountMax, Math.floor(recordCount / 4)))
  addDifferent(draft, recordCount)
  for (let count = 0; count < recordCount * twinShare; count += 5) {
    addTwins(draft, draft.content(), { source: 2, target: 2 })
    addTwins(draft, draft.content(), { source: 3, target: 3 })
  }
  for (let count = 0; count < recordCount * instalmentShare; count += 2) addInstalments(draft)
  addEqual(draft, recordCount)
  return draft
}

/** Records that share their reference and currency, each with an amount that is at least 1.50 from any other. */
function addBlock(draft: Draft, count: number): void {
  const block = { ...draft.content(), currency: 'EUR' }
  for (let index = 0; index < count; index++) {
    const { day, order, customer } = draft.content()
    const source = { ...block, day, order, customer, cents: 1000 + 250 * index }
    if (index % 10 > 0) draft.pair('exact', source, source)
    else draft.pair('fee', source, { ...source, cents: source.cents - draft.random.between(1, feeCentsMax) })
  }
}

/** Two pairs of one reference, whose amounts differ. */
function addInstalments(draft: Draft): void {
  const first = draft.content()
  const second = { ...draft.content(), key: first.key, currency: first.currency, cents: first.cents + 500 }
  draft.pair('exact', first, first)
  draft.pair('exact', second, second)
}

/** The same reference in other letters, with other spaces, or without accents. */
function dirty(random: Random, key: string): string {
  const forms = [
    key.toUpperCase(),
    key.toLowerCase(),
    `  ${key.replaceAll(' ', '  ')}`,
    key.normalize('NFD').replaceAll(/\p{M}/gu, ''),
  ] as const
  return key === '' ? key : random.pick(forms)
}
