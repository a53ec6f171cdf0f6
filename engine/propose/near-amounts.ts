import { at, float64At, int32At } from '../base/at.ts'
import { absentDay } from '../record/columns.ts'
import type { CriterionInput } from '../rules/language/language.ts'
import { type AmountRelation, differenceOf } from './amount-relation.ts'
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

interface NearSearch {
  readonly relation: AmountRelation
  readonly band: LagBand | undefined
  readonly isOpen: (side: 'source' | 'target', row: number) => boolean
  /** Whether a pair whose amounts and days are near is related by anything else. */
  readonly isRelated: (pair: Pair) => boolean
}

/**
 * Bounds of tolerances, the narrowest first: frequent constant differences, then percentages that hold ever more of the
 * differences. O(records of the source × records of the target within the days).
 */
export function nearAmounts(sides: LearningSides, search: NearSearch): readonly AmountBounds[] {
  const pairs = nearPairs(sides, search)
  if (pairs.length < nearCountMin) return []
  return [...constants(search.relation, pairs), ...percentages(search.relation, pairs)]
}

/** Pairs of open records in which neither record has another related partner. */
function nearPairs(sides: LearningSides, { relation, band, isOpen, isRelated }: NearSearch): readonly Pair[] {
  const { source, target } = sides
  const targets = rowsByDay(target.days, (row) => isOpen('target', row))
  const partnerCounts = new Map<number, number>()
  const found: Pair[] = []
  for (let s = 0; s < source.rowCount; s++) {
    if (!isOpen('source', s)) continue
    const own = float64At(relation.source.units, s)
    const related = targetsNear(int32At(source.days, s), band, targets).filter((t) => {
      const fraction = fractionOf(relation, [s, t])
      return own !== 0 && Math.abs(fraction) <= fractionMax && isRelated([s, t])
    })
    const [t] = related
    if (t === undefined) continue
    for (const each of related) partnerCounts.set(each, (partnerCounts.get(each) ?? 0) + 1)
    if (related.length === 1) found.push([s, t])
  }
  return found.filter((pair) => partnerCounts.get(pair[1]) === 1 && differenceOf(relation, pair) !== 0)
}

function rowsByDay(days: Int32Array, isOpen: (row: number) => boolean): ReadonlyMap<number, readonly number[]> {
  return Map.groupBy(
    [...days.keys()].filter((row) => isOpen(row)),
    (row) => int32At(days, row),
  )
}

function targetsNear(
  day: number,
  band: LagBand | undefined,
  targets: ReadonlyMap<number, readonly number[]>,
): readonly number[] {
  if (band === undefined) return [...targets.values()].flat()
  if (day === absentDay) return []
  return Array.from(
    { length: band.to - band.from + 1 },
    (_, index) => targets.get(day + band.from + index) ?? [],
  ).flat()
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
