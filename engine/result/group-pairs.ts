import { at } from '../base/at.ts'
import { compareUtf8 } from '../base/bytes.ts'
import { rescaled } from '../base/decimal.ts'
import { firstIndex } from '../base/first-index.ts'
import { createPace, type Slices } from '../base/slices.ts'
import { type BySide, oppositeSide, type Side, sides } from '../record/side.ts'
import type { CompiledRule } from '../rules/compiled-policy.ts'
import { mayIdentify } from '../rules/criteria/bound-identity.ts'
import { scaleOfTolerance } from '../rules/criteria/bound-tolerance.ts'
import { isKey, readsCurrency } from '../rules/criteria/criterion-kind.ts'
import { totalsThatHold } from '../rules/criteria/sum-totals.ts'
import type { Sum } from '../rules/language/language.ts'
import type { GroupRecord } from './group-records.ts'

/** Open records of a side whose values are equal under each criterion of a rule, by id. */
export interface OpenGroup {
  readonly side: Side
  readonly records: readonly [GroupRecord, ...GroupRecord[]]
  /** Units of the sum, at the scale of the pairs. */
  readonly total: bigint
}

/** Groups of both sides that may belong together, at least one of them of several records. */
export interface GroupPair extends BySide<OpenGroup> {
  readonly scale: number
  readonly meetsSum: boolean
}

/**
 * Pairs the open groups of a rule that one criterion alone may keep apart: those whose totals meet the sum, and those
 * that share a key and differ in their currencies. In no order. O(records × log records).
 */
export function* pairGroups(
  compiled: CompiledRule,
  records: BySide<readonly GroupRecord[]>,
): Slices<readonly GroupPair[]> {
  const { sum } = compiled.rule
  if (sum === undefined) throw new TypeError('A rule for groups has a sum')
  const scales = sides.flatMap((side) => records[side].map(({ amount }) => amount.scale))
  const least = sum.tolerance === undefined ? 0 : scaleOfTolerance(sum.tolerance)
  const scale = scales.reduce((most, each) => Math.max(most, each), least)
  const groups = {
    source: yield* groupsOf(compiled, 'source', { records: records.source, scale }),
    target: yield* groupsOf(compiled, 'target', { records: records.target, scale }),
  }
  if (sides.every((side) => groups[side].every(isSingle))) return []
  const found = new Map<OpenGroup, Map<OpenGroup, boolean>>()
  const add = ([source, target]: Pair, meetsSum: boolean): void => {
    if (isSingle(source) && isSingle(target)) return
    const known = found.get(source) ?? new Map<OpenGroup, boolean>()
    found.set(source, known.set(target, meetsSum))
  }
  for (const pair of pairsByKey(compiled, groups)) add(pair, false)
  for (const pair of yield* pairsByTotal(compiled.criteria, { groups, sum, scale })) add(pair, true)
  return [...found].flatMap(([source, targets]) =>
    [...targets].map(([target, meetsSum]) => ({ source, target, scale, meetsSum })),
  )
}

const isSingle = ({ records }: OpenGroup): boolean => records.length === 1

type Pair = readonly [source: OpenGroup, target: OpenGroup]

interface OfOneScale {
  readonly records: readonly GroupRecord[]
  readonly scale: number
}

/**
 * The groups of a side. On a 1-side they have one record: a rule that selects subsets takes each record by itself,
 * another one the records that have their key alone.
 */
function* groupsOf(
  { rule, criteria }: CompiledRule,
  side: Side,
  { records, scale }: OfOneScale,
): Slices<readonly OpenGroup[]> {
  const isOneSide = rule.cardinality === (side === 'source' ? '1:n' : 'n:1')
  const isAlone = isOneSide && (rule.select === 'subset' || criteria.some(({ blocking }) => blocking === 'list'))
  const all = isAlone ? records.map((each) => [each]) : Map.groupBy(records, keyOf).values()
  yield
  const pace = createPace(groupsOfSlice)
  const groups: OpenGroup[] = []
  for (const unsorted of all) {
    if (pace.endsSlice(1)) yield
    const [first, ...others] = unsorted.sort((left, right) => compareUtf8(left.id, right.id))
    if (first === undefined) continue
    const isWhole = !isOneSide && first.isComplete && others.every(({ currency }) => currency === first.currency)
    if (others.length > 0 && !isWhole) continue
    const own = [first, ...others] as const
    const total = own.reduce((sum, { amount }) => sum + rescaled(amount, scale), 0n)
    if (total !== 0n) groups.push({ side, records: own, total })
  }
  return groups
}

/** Texts are written with their lengths, and numbers end with a semicolon. */
const keyOf = ({ values }: GroupRecord): string => values.join('')

/** The groups that alone share a key without the currency, if it identifies them. */
function pairsByKey({ criteria }: CompiledRule, { source, target }: BySide<readonly OpenGroup[]>): readonly Pair[] {
  const keys = [...criteria.entries()].filter(([, each]) => isKey(each) && !readsCurrency(each))
  if (!criteria.some(readsCurrency) || !keys.some(([, criterion]) => mayIdentify(criterion))) return []
  const sharedKey = ({ records: [{ values }] }: OpenGroup): string => keys.map(([index]) => at(values, index)).join('')
  const targets = Map.groupBy(target, sharedKey)
  return [...Map.groupBy(source, sharedKey)].flatMap(([key, [own, ...others]]): Pair[] => {
    const [other, ...more] = targets.get(key) ?? []
    return own && other && others.length + more.length === 0 ? [[own, other]] : []
  })
}

interface SummedGroups {
  readonly groups: BySide<readonly OpenGroup[]>
  readonly sum: Sum
  readonly scale: number
}

/** Where so many groups fit by their totals, or by totals and all keys but one, totals tell nothing. */
const [fittingCountMax, nearCountMax] = [64, 3]

/** The pairs whose totals meet the sum, and that differ in one key at most. */
function* pairsByTotal(criteria: CompiledRule['criteria'], summed: SummedGroups): Slices<readonly Pair[]> {
  const keys = [...criteria.entries()].flatMap(([index, criterion]) => (isKey(criterion) ? [index] : []))
  const isNear = ({ records: [own] }: OpenGroup, { records: [other] }: OpenGroup): boolean =>
    keys.filter((index) => own.values[index] !== other.values[index]).length <= 1
  const fittingOf = { source: fittingReader(summed, 'source'), target: fittingReader(summed, 'target') }
  const pace = createPace(groupsOfSlice)
  const pairs: Pair[] = []
  // Counted for each target, so that only pairs of a source that has few are held.
  const nearCounts = new Map<OpenGroup, number>()
  for (const own of summed.groups.source) {
    if (pace.endsSlice(1)) yield
    const near = fittingOf.source(own).filter((other) => isNear(own, other) && fittingOf.target(other).length > 0)
    for (const other of near) nearCounts.set(other, (nearCounts.get(other) ?? 0) + 1)
    if (near.length <= nearCountMax) pairs.push(...near.map((other): Pair => [own, other]))
  }
  return pairs.filter(([, other]) => (nearCounts.get(other) ?? 0) <= nearCountMax)
}

const groupsOfSlice = 1_000

/** Makes a function that gives the groups of the other side whose totals fit, unless they are too many. */
function fittingReader({ groups, sum, scale }: SummedGroups, side: Side): (own: OpenGroup) => readonly OpenGroup[] {
  const others = groups[oppositeSide(side)].toSorted((left, right) =>
    left.total < right.total ? -1 : Number(left.total > right.total),
  )
  const placeOf = (passes: (total: bigint) => boolean): number =>
    firstIndex({ from: 0, to: others.length }, (index) => passes(at(others, index).total))
  return ({ total }) => {
    const ranges = totalsThatHold(sum, { side, units: total, scale }).map(({ from, to }) => ({
      start: placeOf((each) => each >= from),
      end: placeOf((each) => each > to),
    }))
    const count = ranges.reduce((all, { start, end }) => all + end - start, 0)
    return count > fittingCountMax ? [] : ranges.flatMap(({ start, end }) => others.slice(start, end))
  }
}
