import { at, float64At, int32At } from '../base/at.ts'
import { firstIndex } from '../base/first-index.ts'
import type { Slices } from '../base/slices.ts'
import type { Work } from '../match/state/work.ts'
import { absentDay } from '../record/columns.ts'
import type { CriterionInput } from '../rules/language/language.ts'
import { type AmountRelation, comparedAmount, differenceOf } from './amount-relation.ts'
import { decimalText } from './draft-names.ts'
import type { LagBand } from './lag-band.ts'
import type { LearningSides, Pair } from './learning-side.ts'
import { measureScale } from './measures.ts'
import { quantileOf } from './quantile.ts'

/** How the amounts of records differ that a text and a day relate, though their amounts are not equal. */

/** Target less source as a fraction of the larger, or in units: bounds of a tolerance. */
export interface AmountBounds {
  readonly tolerance: NonNullable<CriterionInput['tolerance']>
  readonly words: string
  /** The pairs from which the bounds are learnt, and how many of them lie within. */
  readonly count: number
  readonly withinCount: number
  holds(pair: Pair): boolean
}

/** The largest difference that is looked at, as a fraction of the larger amount. */
const fractionMax = 0.5
const nearCountMin = 5
const constantCountMax = 3

/** The targets of a source whose texts are compared: those of the nearest amounts. */
const targetCountMax = 64

interface NearSearch {
  readonly relation: AmountRelation
  readonly band: LagBand | undefined
  readonly isOpen: (side: 'source' | 'target', row: number) => boolean
  /** Whether a pair whose amounts and days are near is related by anything else. */
  readonly isRelated: (pair: Pair) => boolean
  /** The steps of `isRelated`. */
  readonly stepsOfPair: number
  readonly work: Work
}

/**
 * Bounds of tolerances, the narrowest first: frequent constant differences, then percentages that hold ever more of the
 * differences. O(records of the source × records of the target), of which `isRelated` is asked for 64 of each source.
 */
export function* nearAmounts(sides: LearningSides, search: NearSearch): Slices<readonly AmountBounds[]> {
  const pairs = yield* nearPairs(sides, search)
  if (pairs.length < nearCountMin) return []
  return [...constants(search.relation, pairs), ...percentages(search.relation, pairs)]
}

/** Pairs of open records in which neither record has another related partner. */
function* nearPairs(sides: LearningSides, search: NearSearch): Slices<readonly Pair[]> {
  const { relation, isOpen, isRelated, stepsOfPair, work } = search
  const targets = targetsByAmount(sides, search)
  const partnerCounts = new Map<number, number>()
  const found: Pair[] = []
  for (let s = 0; s < sides.source.rowCount; s++) {
    if (!isOpen('source', s) || !(Math.abs(float64At(relation.source.units, s)) > 0)) continue
    work.spend(targets.length)
    const near = nearestTargets(sides, search, { s, targets })
    work.spend(near.length * stepsOfPair)
    const related = near.filter((t) => isRelated([s, t]))
    if (work.endsSlice(targets.length + near.length * stepsOfPair)) yield
    const [t] = related
    if (t === undefined) continue
    for (const each of related) partnerCounts.set(each, (partnerCounts.get(each) ?? 0) + 1)
    if (related.length === 1) found.push([s, t])
  }
  return found.filter((pair) => partnerCounts.get(pair[1]) === 1 && differenceOf(relation, pair) !== 0)
}

/** The open targets with an amount, by what a source's amount is compared with. */
function targetsByAmount({ target }: LearningSides, { relation, isOpen }: NearSearch): readonly number[] {
  const amountOf = (t: number): number => comparedAmount(relation, t)
  return [...target.days.keys()]
    .filter((t) => isOpen('target', t) && !Number.isNaN(amountOf(t)))
    .sort((a, b) => amountOf(a) - amountOf(b) || a - b)
}

interface SourceSearch {
  readonly s: number
  readonly targets: readonly number[]
}

/** The targets within the band and `fractionMax`, at most `targetCountMax`, the nearest amounts first. */
function nearestTargets(
  { source, target }: LearningSides,
  { relation, band }: NearSearch,
  { s, targets }: SourceSearch,
): readonly number[] {
  const day = int32At(source.days, s)
  if (band !== undefined && day === absentDay) return []
  const isInBand = (t: number): boolean => {
    const lag = int32At(target.days, t) - day
    return band === undefined || (lag >= band.from && lag <= band.to)
  }
  // The further an amount lies on one side, the larger the fraction.
  const distanceAt = (index: number): number => {
    const t = targets[index]
    if (t === undefined || Math.abs(fractionOf(relation, [s, t])) > fractionMax) return Number.POSITIVE_INFINITY
    return Math.abs(differenceOf(relation, [s, t]))
  }
  const isMore = (index: number): boolean => differenceOf(relation, [s, at(targets, index)]) >= 0
  let above = firstIndex({ from: 0, to: targets.length }, isMore)
  let below = above - 1
  const near: number[] = []
  while (near.length < targetCountMax) {
    const [up, down] = [distanceAt(above), distanceAt(below)]
    if (up === Number.POSITIVE_INFINITY && down === Number.POSITIVE_INFINITY) break
    const t = at(targets, up <= down ? above++ : below--)
    if (isInBand(t)) near.push(t)
  }
  return near
}

/** As a percentage tolerance counts: target less source, of the larger size. */
function fractionOf(relation: AmountRelation, pair: Pair): number {
  const size = Math.max(
    Math.abs(float64At(relation.source.units, pair[0])),
    Math.abs(float64At(relation.target.units, pair[1])),
  )
  return differenceOf(relation, pair) / size
}

function constants(relation: AmountRelation, pairs: readonly Pair[]): readonly AmountBounds[] {
  const counts = Map.groupBy(pairs, (pair) => differenceOf(relation, pair))
  return [...counts]
    .filter(([, same]) => same.length >= Math.max(3, 0.05 * pairs.length))
    .toSorted(([a, as], [b, bs]) => bs.length - as.length || a - b)
    .slice(0, constantCountMax)
    .map(([difference, same]) => {
      const bound = decimalText(difference, measureScale)
      return {
        tolerance: { from: bound, to: bound },
        words: `amounts that differ by ${bound.replace('-', '')}`,
        count: pairs.length,
        withinCount: same.length,
        holds: (pair) => differenceOf(relation, pair) === difference,
      }
    })
}

/** The fractions of the differences that the bounds hold, one list of bounds for each. */
const heldFractions = [0.6, 0.85, 0.98] as const

function percentages(relation: AmountRelation, pairs: readonly Pair[]): readonly AmountBounds[] {
  const fractions = pairs.map((pair) => fractionOf(relation, pair)).toSorted((a, b) => a - b)
  const bounds = heldFractions.map((held) => {
    // Where nearly all differences have one sign, the other sign is left out.
    const [least, most] = [quantileOf(fractions, (1 - held) / 2) ?? 0, quantileOf(fractions, (1 + held) / 2) ?? 0]
    return { from: Math.floor(Math.min(0, least) * 1_000) / 1_000, to: Math.ceil(Math.max(0, most) * 1_000) / 1_000 }
  })
  const different = bounds.filter(
    ({ from, to }, index) => index === 0 || from < at(bounds, index - 1).from || to > at(bounds, index - 1).to,
  )
  return different.map(({ from, to }) => {
    const text = (bound: number): string => (bound === 0 ? '0' : `${decimalText(Math.round(bound * 1_000), 1)}%`)
    const holds = (pair: Pair): boolean => fractionOf(relation, pair) >= from && fractionOf(relation, pair) <= to
    return {
      tolerance: { from: text(from), to: text(to) },
      words: `amounts that differ by ${text(from)} to ${text(to)}`,
      count: pairs.length,
      withinCount: pairs.filter(holds).length,
      holds,
    }
  })
}
