import { base32, createRandom, type Random, randomText, scramble } from '../random.ts'
import type { RuleId } from './rules.ts'

/** A record before it is written. */
export interface Row {
  /** A number of 32 bits that no other row of the side has; ids are ordered as their numbers are. */
  readonly id: number
  /** Days after 1 January 2026. */
  readonly day: number
  /** The reference, empty where it is absent. */
  readonly key: string
  readonly cents: number
  readonly currency: string
  readonly order: number
  readonly customer: number
}

/** What rows say beside their ids. Rows that say the same are twins. */
export type Content = Omit<Row, 'id'>

/** What one rule has to find: rows of either side that belong together. */
export interface TrueMatch {
  readonly rule: RuleId
  readonly source: readonly Row[]
  readonly target: readonly Row[]
}

/** Both sides of a job while they are made, and what a right answer holds. */
export interface Draft {
  readonly random: Random
  readonly source: Row[]
  readonly target: Row[]
  readonly truth: TrueMatch[]
  /** Makes what a new row says: a reference that no other row has, a day, an amount and a currency. */
  readonly content: () => Content
  /** Adds so many twins to a side, and returns them by id. */
  readonly add: (side: 'source' | 'target', content: Content, count?: number) => readonly Row[]
  /** Adds a row to each side, which the rule has to match. */
  readonly pair: (rule: RuleId, source: Content, target: Content) => void
}

export const dayCount = 90
const customerCount = 5000
const currencies = ['EUR', 'EUR', 'EUR', 'USD', 'USD', 'GBP', 'CHF'] as const

export const centsMin = 500
const centsMax = 999_999

/** Amounts of this rest of 16 cents belong to the rows without a reference, and to their decoys. */
export const lateRest = 3

/** How the records of a tier are spelled. */
export interface Spelling {
  /** The reference around a code of 12 characters. */
  readonly keyOf: (code: string) => string
  /** The reference as the target has it. */
  readonly targetKeyOf?: (random: Random, key: string) => string
  /** The share of amounts that are 9.99. */
  readonly sameCentsShare?: number
}

const sameCents = 999

/** An empty draft. Everything that is made by it follows from the seed. */
export function createDraft(seed: number, { keyOf, targetKeyOf, sameCentsShare = 0 }: Spelling): Draft {
  const random = createRandom(seed)
  const salt = scramble(seed)
  const sides = { source: [] as Row[], target: [] as Row[] }
  const truth: TrueMatch[] = []
  let contentCount = 0
  const idAt = (side: 'source' | 'target', place: number): number =>
    scramble(place ^ salt ^ (side === 'source' ? 0 : 0x5bd1e995))
  const add: Draft['add'] = (side, content, count = 1) => {
    const rows = sides[side]
    const ids = Array.from({ length: count }, (_, index) => idAt(side, rows.length + index)).sort((a, b) => a - b)
    const key = side === 'target' && targetKeyOf ? targetKeyOf(random, content.key) : content.key
    const added = ids.map((id) => ({ id, ...content, key }))
    rows.push(...added)
    return added
  }
  return {
    random,
    ...sides,
    truth,
    content() {
      const cents = random.chance(sameCentsShare) ? sameCents : random.between(centsMin, centsMax)
      const order = contentCount++
      return {
        day: random.between(0, dayCount - 10),
        key: keyOf(`${base32(scramble(order ^ salt))}${randomText(random, 5)}`),
        cents: cents % 16 === lateRest ? cents + 1 : cents,
        currency: random.pick(currencies),
        order,
        customer: random.between(1, customerCount),
      }
    },
    add,
    pair(rule, source, target) {
      truth.push({ rule, source: add('source', source), target: add('target', target) })
    },
  }
}
