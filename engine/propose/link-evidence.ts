import { at, float64At } from '../base/at.ts'
import { commonRelation, differenceOf, type MeasuredRelation } from './amount-relation.ts'
import { type CurrencyRelation, currencyRelation } from './currency-relation.ts'
import { haveOtherNames, rareFraction } from './key-rarity.ts'
import { type LagBand, lagBand, modalBand } from './lag-band.ts'
import { type LearningSide, type LearningSides, lagOf, type Pair } from './learning-side.ts'
import type { Block, Link } from './link.ts'
import { rightFractionOf } from './right-fraction.ts'
import { isTemporal } from './temporal-keys.ts'

export interface LinkEvidence {
  readonly link: Link
  /** Whether most keys stand for one record a side, as invoice numbers do and customer numbers do not. */
  readonly isUnique: boolean
  /**
   * The pairs by which the link is judged: the two records of a key, or, of a key with several records, those nearest
   * in amount and date.
   */
  readonly pairs: readonly Pair[]
  /** How the amounts of the pairs compare; undefined where no pair has both amounts. */
  readonly relation: MeasuredRelation | undefined
  readonly currencies: CurrencyRelation
  readonly band: LagBand | undefined
  /** For keys of many records, the range of delays that stands out most from chance. */
  readonly core: LagBand | undefined
  /** A lower bound on the fraction of pairs that belong together, from how much more they agree than random pairs. */
  readonly rightFraction: number
  /** Whether nearly all amounts are the same, so that `rightFraction` is how rare the keys are. */
  readonly isByRarity: boolean
  /** Whether the records of a key lie close together in time, like those of a statement page, a week or a batch. */
  readonly isTemporal: boolean
  /** The fraction of the blocks' records that have a partner of the same amount in their block. */
  readonly foundFraction: number
}

const rowsPerAmountMax = 400
/** A link counts as unique up to this fraction of keys with several records on both sides. */
const repeatedFractionMax = 0.1

/** From this fraction of equal amounts on, amounts count as nearly all the same. */
const alikeFractionMin = 0.95

/** Each end of `core` has at least this fraction of all delays. */
const coreFractionMin = 0.03

export function linkEvidence(sides: LearningSides, link: Link): LinkEvidence {
  const repeated = link.blocks.filter(
    ({ source, target }) =>
      source.length > 1 && target.length > 1 && !(isReversed(sides.source, source) && isReversed(sides.target, target)),
  )
  const isUnique =
    link.pairs.length >= 0.3 * link.blocks.length && repeated.length <= repeatedFractionMax * link.blocks.length
  const pairs = isUnique ? link.pairs : nearestPairs(sides, link.blocks)
  const relation = commonRelation(sides, pairs)
  const equal = relation === undefined ? [] : pairs.filter((pair) => differenceOf(relation, pair) === 0)
  const lags = lagsOf(sides, equal.length >= 3 ? equal : pairs)
  const dated = (band: LagBand | undefined): LagBand | undefined =>
    band && { ...band, sourceField: sides.source.dayField, targetField: sides.target.dayField }
  const band = dated(isUnique ? lagBand(lags) : modalBand(lags))
  const core = isUnique ? undefined : dated(modalBand(lags, coreFractionMin))
  const found = foundFractions(sides, link, pairs)
  const ofAmounts = isUnique ? rightFractionOf(sides, pairs, relation) : found.rightFraction
  const isByRarity = areAlike(sides, { link, relation, equal })
  const rightFraction = isByRarity ? Math.max(ofAmounts, rareFraction(link)) : ofAmounts
  const currencies = currencyRelation(sides, equal.length >= 3 ? equal : pairs)
  return {
    link,
    isUnique,
    pairs,
    relation,
    currencies,
    band,
    core,
    rightFraction,
    isByRarity,
    isTemporal: !isUnique && isTemporal(sides, link),
    foundFraction: found.own,
  }
}

interface Compared {
  readonly link: Link
  readonly relation: MeasuredRelation | undefined
  readonly equal: readonly Pair[]
}

/** Whether nearly all amounts are the same, so that equal amounts prove nothing. */
function areAlike(sides: LearningSides, { link, relation, equal }: Compared): boolean {
  if (relation === undefined || equal.length < alikeFractionMin * relation.count) return false
  if (haveOtherNames(sides, equal)) return false
  const sizes = link.blocks.flatMap(({ source }) =>
    source.map((row) => Math.abs(float64At(relation.source.units, row))),
  )
  const counts = new Map<number, number>()
  for (const size of sizes) counts.set(size, (counts.get(size) ?? 0) + 1)
  return Math.max(0, ...counts.values()) >= alikeFractionMin * sizes.length
}

/** Whether a key has two records that cancel each other out. */
function isReversed({ measures }: LearningSide, rows: readonly number[]): boolean {
  const [first, second] = rows.map((row) => float64At(at(measures, 0).units, row))
  return rows.length === 2 && first !== undefined && first !== 0 && second === -first
}

/**
 * The fraction of records with a partner of the same amount in their block, and how far it exceeds that of random
 * blocks.
 */
function foundFractions(sides: LearningSides, { blocks }: Link, pairs: readonly Pair[]) {
  const count = (list: readonly Block[]): number =>
    list.reduce((sum, { source, target }) => sum + Math.min(source.length, target.length), 0)
  const offset = Math.max(1, Math.floor(blocks.length * 0.382))
  const strangers = blocks.map(({ key, source }, index) => ({
    key,
    source,
    target: at(blocks, (index + offset) % blocks.length).target,
  }))
  if (blocks.length < 2) return { own: 0, rightFraction: 0 }
  const [own, chance] = [
    Math.min(1, pairs.length / count(blocks)),
    Math.min(1, nearestPairs(sides, strangers).length / count(strangers)),
  ]
  return { own, rightFraction: chance >= 1 ? 0 : Math.max(0, (own - chance) / (1 - chance)) }
}

const lagsOf = (sides: LearningSides, pairs: readonly Pair[]): number[] =>
  pairs.flatMap((pair) => lagOf(sides, pair) ?? [])

/**
 * For each source row of a block, the target row of its amount that is nearest in time. Amounts are compared with the
 * same or the opposite sign, whichever finds more pairs, and without signs only where both find few.
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

/** A link can be a witness only if it relates this fraction of the records with a key. */
const coverageMin = 0.6
const witnessFractionMin = 0.85

/**
 * Whether the link is a witness: different keys show that two records do not belong together. For that, most keys must
 * occur on both sides and their records agree.
 */
export function isWitness({ link, isUnique, isTemporal, rightFraction }: LinkEvidence): boolean {
  if (isTemporal) return false
  const keyed = Math.min(
    link.sourceKeys.filter((key) => key !== undefined).length,
    link.targetKeys.filter((key) => key !== undefined).length,
  )
  const related = isUnique
    ? link.pairs.length
    : link.blocks.reduce((sum, { source, target }) => sum + Math.min(source.length, target.length), 0)
  return rightFraction >= witnessFractionMin && related >= coverageMin * keyed
}
