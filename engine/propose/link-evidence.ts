import { at, float64At } from '../base/at.ts'
import { type AmountRelation, commonRelation, differenceOf, type MeasuredRelation } from './amount-relation.ts'
import type { Block, Link } from './find-links.ts'
import { type LagBand, lagBand, modalBand } from './lag-band.ts'
import { type LearningSides, lagOf, type Pair } from './learning-side.ts'

/** What the records that a link relates have in common beside its keys. */
export interface LinkEvidence {
  readonly link: Link
  /** Whether most keys stand for one record a side, as the number of an invoice does and that of a customer does not. */
  readonly isUnique: boolean
  /** Pairs that the link is judged by: of each key the only one, or else the nearest in amount and date. */
  readonly pairs: readonly Pair[]
  /** The sums of a pair that agree most often; undefined where no pair has both amounts. */
  readonly relation: MeasuredRelation | undefined
  readonly band: LagBand | undefined
  /** A lower bound on the share of pairs that belong together, by what agrees among them more often than by chance. */
  readonly rightShare: number
}

/** Blocks of more pairs are read in part: what is learned from them is not exact anyway. */
const pairsPerBlockMax = 400
/** Keys that stand for several records on both sides, at most, where a key is to be unique. */
const repeatedShareMax = 0.1

/** Judges a link. O(rows + pairs of its blocks). */
export function linkEvidence(sides: LearningSides, link: Link): LinkEvidence {
  const repeated = link.blocks.filter(({ source, target }) => source.length > 1 && target.length > 1)
  const isUnique = link.pairs.length > 0 && repeated.length <= repeatedShareMax * link.blocks.length
  const pairs = isUnique && link.pairs.length >= 0.3 * link.blocks.length ? link.pairs : nearestPairs(sides, link)
  const relation = commonRelation(sides, pairs)
  const equal = relation === undefined ? [] : pairs.filter((pair) => differenceOf(relation, pair) === 0)
  const lags = lagsOf(sides, equal.length >= 3 ? equal : pairs)
  const band = isUnique ? lagBand(lags) : modalBand(lags, 0)
  return { link, isUnique, pairs, relation, band, rightShare: rightShareOf(sides, pairs, { relation, band }) }
}

export const lagsOf = (sides: LearningSides, pairs: readonly Pair[]): number[] =>
  pairs.flatMap((pair) => lagOf(sides, pair) ?? [])

/** Of each source row in a block the target row of the same size of amount that is nearest in time, if there is one. */
function nearestPairs(sides: LearningSides, { blocks }: Link): readonly Pair[] {
  return blocks.flatMap((block) => {
    if (block.source.length * block.target.length > pairsPerBlockMax ** 2) return []
    return block.source.slice(0, pairsPerBlockMax).flatMap((s) => {
      const nearest = nearestOf(sides, s, block)
      return nearest === undefined ? [] : [nearest]
    })
  })
}

function nearestOf(sides: LearningSides, s: number, { target }: Block): Pair | undefined {
  const own = at(sides.source.measures, 0)
  const other = at(sides.target.measures, 0)
  const amount = Math.abs(float64At(own.units, s))
  let nearest: Pair | undefined
  let least = Number.POSITIVE_INFINITY
  for (const t of target.slice(0, pairsPerBlockMax)) {
    if (Math.abs(float64At(other.units, t)) !== amount) continue
    const lag = lagOf(sides, [s, t])
    const distance = lag === undefined ? 1_000 : Math.abs(lag)
    if (distance < least) {
      nearest = [s, t]
      least = distance
    }
  }
  return nearest
}

interface Traits {
  readonly relation: AmountRelation | undefined
  readonly band: LagBand | undefined
}

/**
 * How many pairs belong together, at least: by each trait, what is more often there than in pairs that were put together
 * at random, (p − q) / (1 − q). The best trait counts, since another may be lost in every pair.
 */
function rightShareOf(sides: LearningSides, pairs: readonly Pair[], { relation, band }: Traits): number {
  const random = exchanged(pairs)
  const traits: readonly ((pair: Pair) => boolean)[] = [
    ...(relation === undefined
      ? []
      : [(pair: Pair) => differenceOf(relation, pair) === 0, (pair: Pair) => isNear(relation, pair, 0.1)]),
    ...(band === undefined ? [] : [(pair: Pair) => isWithin(sides, pair, band)]),
  ]
  const shares = traits.map((holds) => {
    const [own, chance] = [shareOf(pairs, holds), shareOf(random, holds)]
    return chance >= 1 ? 0 : (own - chance) / (1 - chance)
  })
  return Math.max(0, ...shares)
}

const shareOf = (pairs: readonly Pair[], holds: (pair: Pair) => boolean): number =>
  pairs.length === 0 ? 0 : pairs.filter(holds).length / pairs.length

/** The sources of the pairs with the targets of others. */
function exchanged(pairs: readonly Pair[]): readonly Pair[] {
  const offset = Math.max(1, Math.floor(pairs.length * 0.382))
  return pairs.map(([s], index) => [s, at(pairs, (index + offset) % pairs.length)[1]])
}

function isNear(relation: AmountRelation, pair: Pair, share: number): boolean {
  const own = Math.abs(float64At(relation.source.units, pair[0]))
  return Math.abs(differenceOf(relation, pair)) <= share * own
}

/** Whether a pair's dates lie in a band. */
export function isWithin(sides: LearningSides, pair: Pair, { from, to }: LagBand): boolean {
  const lag = lagOf(sides, pair)
  return lag !== undefined && lag >= from && lag <= to
}
