import { uint32At } from '../base/at.ts'
import { type BoundRule, isCostly, type OfPair, valueAt } from '../match/state/bound-rule.ts'
import { type BySide, oppositeSide, type Side } from '../record/side.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import { isKey } from '../rules/criteria/criterion-kind.ts'
import { type Around, type Places, placeAmong } from './record-order.ts'

/** The range of a record's neighbours in a sorted list. Neighbours before `middle` are sorted before the record. */
export interface Neighbours {
  readonly start: number
  readonly middle: number
  readonly end: number
}

type Surrounded = Pick<Around, 'side' | 'row' | 'others'>

/**
 * Whether partners under a rule have amounts of opposite signs, as those of a netting have, so that a record's neighbours
 * lie around its amount turned.
 */
export const comparesTurned = ({ compiled: { rule } }: BoundRule): boolean =>
  rule.side !== undefined ||
  rule.sum?.sign === 'opposite' ||
  rule.match?.some(({ field, sourceField, sign }) => sign === 'opposite' && (sourceField ?? field) === 'amount') ===
    true

/** A record is compared with at most this many neighbours. */
export const neighbourCountMax = 64

/**
 * The range of up to 64 records of `others` around the record's place, half of them before it where possible. O(log n).
 */
export function neighboursOf(places: Places, around: Around): Neighbours {
  const { from, to } = around
  const middle = placeAmong(places, around)
  const start = Math.max(from, Math.min(middle - neighbourCountMax / 2, to - neighbourCountMax))
  return { start, middle, end: Math.min(to, start + neighbourCountMax) }
}

/**
 * Narrows a record's neighbours to the nearest ones that can be compared in `stepCountMax` steps, at least one. Pairs
 * that fail a cheap criterion take no steps. If no texts are compared, all neighbours stay. O(neighbours).
 */
export function createReach({ criteria }: BoundRule, failed: BoundCriterion | undefined, stepCountMax: number): Reach {
  const costly = criteria.filter(isCostly)
  const countSearch = searchCounter(criteria)
  if (costly.length === 0) return { narrow: (_, all) => all, countSteps: countSearch }
  const cheap = criteria.filter((bound) => bound !== failed && !isKey(bound.criterion) && !isCostly(bound))
  const texts = costly.map(textsUnder)
  const stepsAt = ({ side, row, others }: Surrounded, place: number): number => {
    const other = uint32At(others, place)
    const [source, target] = side === 'source' ? [row, other] : [other, row]
    return texts.reduce((sum, stepsOf) => sum + stepsOf(source, target), 0)
  }
  const isCompared = ({ side, row, others }: Surrounded, place: number): boolean => {
    const other = uint32At(others, place)
    const [source, target] = side === 'source' ? [row, other] : [other, row]
    return (
      (failed === undefined || isCostly(failed) || failed.verdict(source, target) === 'fails') &&
      cheap.every((bound) => bound.verdict(source, target) !== 'fails')
    )
  }
  const mostOfPair = mostStepsOfPair(costly)
  return {
    narrow(around, all) {
      if (mostOfPair * (all.end - all.start) <= stepCountMax) return all
      let most = 0
      for (let place = all.start; place < all.end; place++) most += stepsAt(around, place)
      if (most <= stepCountMax) return all
      return narrow(all, stepCountMax, (place) => (isCompared(around, place) ? stepsAt(around, place) : 0))
    },
    countSteps(around, { start, end }) {
      let steps = countSearch(around, { start, end })
      for (let place = start; place < end; place++) if (isCompared(around, place)) steps += stepsAt(around, place)
      return steps
    },
  }
}

export interface Reach {
  narrow(around: Surrounded, all: Neighbours): Neighbours
  /** The steps of comparing the record's texts with those of the neighbours. O(neighbours). */
  countSteps(around: Surrounded, near: NearRange): number
}

type NearRange = Pick<Neighbours, 'start' | 'end'>

/** Counts the steps of `contains` criteria: the characters of the texts of the record and its neighbours. */
function searchCounter(criteria: readonly BoundCriterion[]): (around: Surrounded, near: NearRange) => number {
  const searched = criteria.filter(({ criterion }) => criterion.kind.op === 'contains')
  if (searched.length === 0) return () => 0
  const lengthAt = (bound: BoundCriterion, side: Side, row: number): number => {
    const value = valueAt(bound, side, row)
    return typeof value === 'string' ? value.length : 0
  }
  return ({ side, row, others }, { start, end }) => {
    let steps = 0
    for (const bound of searched) {
      steps += (end - start) * lengthAt(bound, side, row)
      for (let place = start; place < end; place++)
        steps += lengthAt(bound, oppositeSide(side), uint32At(others, place))
    }
    return steps
  }
}

/** An upper bound on the steps of a pair; infinite where a tighter bound would mean reading all texts. */
function mostStepsOfPair(costly: readonly BoundCriterion[]): number {
  return costly.reduce((sum, { textWork, unitsMost }) => {
    const most = unitsMost?.()
    if (textWork === undefined || most === undefined) return Number.POSITIVE_INFINITY
    return sum + textWork.stepsOfPair(most.source, most.target)
  }, 0)
}

/** Widens the range from the middle, in turn by one after and one before, until the steps are used up. */
function narrow(
  { start, middle, end }: Neighbours,
  stepCountMax: number,
  stepsAt: (place: number) => number,
): Neighbours {
  let [low, high] = [middle, middle]
  let steps = 0
  while (steps < stepCountMax && (low > start || high < end)) {
    const isAfter = low === start || (high < end && high - middle <= middle - low)
    steps += stepsAt(isAfter ? high++ : --low)
  }
  return { start: low, middle, end: high }
}

function textsUnder(bound: BoundCriterion): OfPair<number> {
  const { textWork } = bound
  if (textWork === undefined) return () => 0
  const known: BySide<Map<number, number>> = { source: new Map(), target: new Map() }
  const unitsOf = (side: Side, row: number): number => {
    const before = known[side].get(row)
    if (before !== undefined) return before
    const value = valueAt(bound, side, row)
    const units = typeof value === 'string' ? textWork.unitsOf(value) : 0
    known[side].set(row, units)
    return units
  }
  return (source, target) => textWork.stepsOfPair(unitsOf('source', source), unitsOf('target', target))
}
