import { at, float64At } from '../base/at.ts'
import { commonRelation, differenceOf, type MeasuredRelation } from './amount-relation.ts'
import { type CurrencyRelation, currencyRelation } from './currency-relation.ts'
import { haveOtherNames, rareShare } from './key-rarity.ts'
import { type LagBand, lagBand, modalBand } from './lag-band.ts'
import { type LearningSide, type LearningSides, lagOf, type Pair } from './learning-side.ts'
import type { Block, Link } from './link.ts'
import { rightShareOf } from './right-share.ts'
import { isTemporal } from './temporal-keys.ts'

/** What the records that a link relates have in common beside its keys. */
export interface LinkEvidence {
  readonly link: Link
  /** Whether most keys stand for one record a side, as the number of an invoice does and that of a customer does not. */
  readonly isUnique: boolean
  /** Pairs that the link is judged by: of each key the only one, or else the nearest in amount and date. */
  readonly pairs: readonly Pair[]
  /** The sums of a pair that agree most often; undefined where no pair has both amounts. */
  readonly relation: MeasuredRelation | undefined
  readonly currencies: CurrencyRelation
  readonly band: LagBand | undefined
  /** Of a key of many records the days that most pairs have, which chance hardly reaches. */
  readonly core: LagBand | undefined
  /** A lower bound on the share of pairs that belong together, by what agrees among them more often than by chance. */
  readonly rightShare: number
  /** Whether the records of a key lie close together in time, as those of a page, a week or a batch do. */
  readonly isTemporal: boolean
  /** The share of records in its blocks that have a partner of the same amount there. */
  readonly foundShare: number
}

/** Rows of one amount that are looked at, at most: what is learned from more is not exact anyway. */
const rowsPerAmountMax = 400
/** Keys that stand for several records on both sides, at most, where a key is to be unique. */
const repeatedShareMax = 0.1

/** Amounts that are the same, at least, where nearly all are. */
const alikeShareMin = 0.95

/** Lags that a day of the core has, at least, of all. */
const coreShareMin = 0.03

/** Judges a link. O(rows + pairs of its blocks). */
export function linkEvidence(sides: LearningSides, link: Link): LinkEvidence {
  const repeated = link.blocks.filter(
    ({ source, target }) =>
      source.length > 1 && target.length > 1 && !(isReversed(sides.source, source) && isReversed(sides.target, target)),
  )
  const isUnique =
    link.pairs.length >= 0.3 * link.blocks.length && repeated.length <= repeatedShareMax * link.blocks.length
  const pairs = isUnique ? link.pairs : nearestPairs(sides, link.blocks)
  const relation = commonRelation(sides, pairs)
  const equal = relation === undefined ? [] : pairs.filter((pair) => differenceOf(relation, pair) === 0)
  const lags = lagsOf(sides, equal.length >= 3 ? equal : pairs)
  const dated = (band: LagBand | undefined): LagBand | undefined =>
    band && { ...band, sourceField: sides.source.dayField, targetField: sides.target.dayField }
  const band = dated(isUnique ? lagBand(lags) : modalBand(lags))
  const core = isUnique ? undefined : dated(modalBand(lags, coreShareMin))
  const found = foundShares(sides, link, pairs)
  const ofAmounts = isUnique ? rightShareOf(sides, pairs, relation) : found.rightShare
  const rightShare = areAlike(sides, { link, relation, equal }) ? Math.max(ofAmounts, rareShare(link)) : ofAmounts
  const currencies = currencyRelation(sides, equal.length >= 3 ? equal : pairs)
  return {
    link,
    isUnique,
    pairs,
    relation,
    currencies,
    band,
    core,
    rightShare,
    isTemporal: !isUnique && isTemporal(sides, link),
    foundShare: found.own,
  }
}

interface Compared {
  readonly link: Link
  readonly relation: MeasuredRelation | undefined
  /** The pairs whose amounts are equal. */
  readonly equal: readonly Pair[]
}

/** Whether nearly all amounts are one, so that equal amounts say nothing of a pair. */
function areAlike(sides: LearningSides, { link, relation, equal }: Compared): boolean {
  if (relation === undefined || equal.length < alikeShareMin * relation.count) return false
  if (haveOtherNames(sides, equal)) return false
  const sizes = link.blocks.flatMap(({ source }) =>
    source.map((row) => Math.abs(float64At(relation.source.units, row))),
  )
  const counts = new Map<number, number>()
  for (const size of sizes) counts.set(size, (counts.get(size) ?? 0) + 1)
  return Math.max(0, ...counts.values()) >= alikeShareMin * sizes.length
}

/** Whether some records are one and its reversal, which the signs of their amounts tell apart. */
function isReversed({ measures }: LearningSide, rows: readonly number[]): boolean {
  const [first, second] = rows.map((row) => float64At(at(measures, 0).units, row))
  return rows.length === 2 && first !== undefined && first !== 0 && second === -first
}

/** The share of records in the blocks that have a partner of the same amount, and what it is above that among strangers. */
function foundShares(sides: LearningSides, { blocks }: Link, pairs: readonly Pair[]) {
  const count = (list: readonly Block[]): number =>
    list.reduce((sum, { source, target }) => sum + Math.min(source.length, target.length), 0)
  const offset = Math.max(1, Math.floor(blocks.length * 0.382))
  const strangers = blocks.map(({ key, source }, index) => ({
    key,
    source,
    target: at(blocks, (index + offset) % blocks.length).target,
  }))
  if (blocks.length < 2) return { own: 0, rightShare: 0 }
  const [own, chance] = [
    Math.min(1, pairs.length / count(blocks)),
    Math.min(1, nearestPairs(sides, strangers).length / count(strangers)),
  ]
  return { own, rightShare: chance >= 1 ? 0 : Math.max(0, (own - chance) / (1 - chance)) }
}

const lagsOf = (sides: LearningSides, pairs: readonly Pair[]): number[] =>
  pairs.flatMap((pair) => lagOf(sides, pair) ?? [])

/**
 * Of each source row in a block the target row of its amount that is nearest in time, if there is one: of the same or of
 * the opposite sign, whichever finds more, and of either only where neither finds nearly all.
 */
function nearestPairs(sides: LearningSides, blocks: readonly Block[]): readonly Pair[] {
  const [same, opposite, either] = [
    [(own: number) => own, (other: number) => other] as const,
    [(own: number) => own, (other: number) => 0 - other] as const,
    [Math.abs, Math.abs] as const,
  ].map((keys) => blocks.flatMap((block) => nearestIn(sides, block, keys)))
  if (same === undefined || opposite === undefined || either === undefined) return []
  const best = opposite.length > same.length ? opposite : same
  return best.length >= 0.9 * either.length ? best : either
}

/** What two amounts are compared by, of the source and of the target. */
type AmountKeys = readonly [(own: number) => number, (other: number) => number]

function nearestIn(sides: LearningSides, { source, target }: Block, [keyOf, keyOfOther]: AmountKeys): readonly Pair[] {
  const [own, other] = [at(sides.source.measures, 0).units, at(sides.target.measures, 0).units]
  const byAmount = Map.groupBy(target, (row) => keyOfOther(float64At(other, row)))
  return source.flatMap((s) => {
    const amount = float64At(own, s)
    if (Number.isNaN(amount)) return []
    return nearestOf(sides, s, (byAmount.get(keyOf(amount)) ?? []).slice(0, rowsPerAmountMax)) ?? []
  })
}

/** The row nearest in time to a source row, as a list of the one pair. */
function nearestOf(sides: LearningSides, s: number, rows: readonly number[]): readonly Pair[] | undefined {
  let nearest: Pair | undefined
  let least = Number.POSITIVE_INFINITY
  for (const t of rows) {
    const lag = lagOf(sides, [s, t])
    const distance = lag === undefined ? 1_000 : Math.abs(lag)
    if (distance < least) {
      nearest = [s, t]
      least = distance
    }
  }
  return nearest && [nearest]
}

/** Records that a good link relates, at least, of those that have a key. */
const coverageMin = 0.6
/** Of these, how many have to belong together. */
const witnessShareMin = 0.85

/**
 * Whether different keys under a link are a sign that two records do not belong together: nearly all records that have a
 * key have one that the other side knows, and what they relate agrees.
 */
export function isWitness({ link, isUnique, isTemporal, rightShare }: LinkEvidence): boolean {
  if (isTemporal) return false
  const keyed = Math.min(
    link.sourceKeys.filter((key) => key !== undefined).length,
    link.targetKeys.filter((key) => key !== undefined).length,
  )
  const related = isUnique
    ? link.pairs.length
    : link.blocks.reduce((sum, { source, target }) => sum + Math.min(source.length, target.length), 0)
  return rightShare >= witnessShareMin && related >= coverageMin * keyed
}
