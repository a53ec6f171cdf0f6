import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { isCurrency, isKey } from './blocking.ts'
import type { Comparison } from './comparison.ts'
import { takesPart } from './filters.ts'
import { isZero, writeFraction } from './fraction.ts'
import { groundOfTotals } from './grounds.ts'
import { isOneCurrency } from './group.ts'
import { mayIdentify } from './identity.ts'
import { areApart } from './kept-apart.ts'
import { isSeenBy } from './residuals.ts'
import { compareSums, type Sum, sumOf, sumOfRecord } from './sums.ts'
import { compareText } from './text.ts'
import { type Both, type Side, sides } from './values.ts'
import { byId, type Policy, type Records, type World } from './world.ts'

/** Open records that form groups of which one criterion alone keeps two apart. */

/** What a record says: the group that its own misses. */
export interface MissedGroup {
  readonly policy: Policy
  readonly failed: Comparison
  readonly ground: number
  readonly side: Side
  readonly own: Records
  readonly other: Records
  readonly meetsSum: boolean
}

interface GroupPair extends Both<Records> {
  readonly policy: Policy
  readonly failed: Comparison
  readonly ground: number
  readonly meetsSum: boolean
}

type Open = Both<ReadonlySet<CanonicalRecord>>

/** Of the records that are alone in their breaks: the group that each one's own group misses. */
export function missedGroups(world: World, open: Open): Map<CanonicalRecord, MissedGroup> {
  const pairs = world.policies.flatMap((policy) => uniquePairs(pairsOf(world, policy, open)))
  const found = new Map<CanonicalRecord, MissedGroup>()
  for (const { source, target, ...pair } of pairs.sort((a, b) => a.ground - b.ground)) {
    if ([...source, ...target].some((record) => found.has(record))) continue
    for (const record of source) found.set(record, { ...pair, side: 'source', own: source, other: target })
    for (const record of target) found.set(record, { ...pair, side: 'target', own: target, other: source })
  }
  return found
}

/** The pairs whose groups have no other pair on as good a ground, by the first source id. */
function uniquePairs(pairs: readonly GroupPair[]): GroupPair[] {
  const isBestOf = (pair: GroupPair, side: Side): boolean =>
    pairs.every((other) => other === pair || other[side] !== pair[side] || other.ground > pair.ground)
  return pairs
    .filter((pair) => sides.every((side) => isBestOf(pair, side)))
    .sort((a, b) => compareText(a.source[0]?.id ?? '', b.source[0]?.id ?? ''))
}

function pairsOf(world: World, policy: Policy, open: Open): GroupPair[] {
  const { sum, action, side, cardinality } = policy.rule
  if (!sum || action !== 'match' || side !== undefined || cardinality === '1:1' || policy.comparisons.length === 0)
    return []
  const groups = { source: groupsOf(world, policy, 'source', open), target: groupsOf(world, policy, 'target', open) }
  const fitting = groups.source.flatMap((source) =>
    groups.target.filter((target) => fits(sum, { source, target })).map((target) => ({ source, target })),
  )
  const near = few(fitting, 64).filter(
    ({ source, target }) =>
      policy.comparisons.filter(
        (each) => isKey(each) && valueIn(each, 'source', source) !== valueIn(each, 'target', target),
      ).length <= 1,
  )
  const byTotal = few(near, 3)
  const byKey = pairsByKey(policy, groups).filter(
    (pair) => !byTotal.some(({ source, target }) => source === pair.source && target === pair.target),
  )
  return [
    ...byTotal.map((pair) => ({ ...pair, meetsSum: true })),
    ...byKey.map((pair) => ({ ...pair, meetsSum: false })),
  ].flatMap(({ source, target, meetsSum }): GroupPair[] => {
    const [s, t] = [source[0], target[0]]
    if (areApart(world, [...source, ...target])) return []
    if (source.length + target.length === 2 || !s || !t) return []
    const [failed, ...others] = policy.comparisons.filter((each) => each.stand(s, t).verdict === 'fails')
    if (!failed || others.length > 0 || failed.kind === 'decimal') return []
    const ground = groundOfTotals({ policy, failed, source, target, meetsSum })
    return ground === undefined ? [] : [{ source, target, policy, failed, ground, meetsSum }]
  })
}

/** The pairs of groups that have at most so many of these pairs. */
const few = (pairs: readonly Both<Records>[], most: number): readonly Both<Records>[] =>
  pairs.filter((pair) => sides.every((side) => pairs.filter((each) => each[side] === pair[side]).length <= most))

const fits = (sum: Sum, { source, target }: Both<Records>): boolean =>
  compareSums(sum, { source: sumOf(sum, 'source', source), target: sumOf(sum, 'target', target) }).holds

/** Records of equal values under all criteria. A 1-side has groups of one record. */
function groupsOf(world: World, { rule, comparisons, ...policy }: Policy, side: Side, open: Open): Records[] {
  const { sum } = rule
  if (!sum) return []
  const seen = { ...policy, rule, comparisons }
  const records = byId(open[side]).filter(
    (record) =>
      takesPart(rule, side, record) && isSeenBy(world, seen, record) && sumOfRecord(sum, side, record) !== undefined,
  )
  const isOne = rule.cardinality === (side === 'source' ? '1:n' : 'n:1')
  const isLoose = rule.select === 'subset' || comparisons.some(({ criterion }) => criterion.op === 'listed')
  const keyOf = (record: CanonicalRecord): string =>
    JSON.stringify(comparisons.map((each) => valueIn(each, side, [record])))
  const groups = isOne && isLoose ? records.map((each) => [each]) : [...Map.groupBy(records, keyOf).values()]
  const isComplete = (record: CanonicalRecord | undefined): boolean =>
    comparisons.every((each) => each.criterion.nulls !== 'fail' || (record && each.valueOf(side, record) !== undefined))
  return groups
    .filter((group) => group.length === 1 || (!isOne && isComplete(group[0]) && isOneCurrency(group)))
    .filter((group) => !isZero(sumOf(sum, side, group)))
}

/** The value that the records of a group share, as text. */
function valueIn(comparison: Comparison, side: Side, [first]: Records): string {
  const value = first && comparison.valueOf(side, first)
  return value === undefined ? 'absent' : typeof value === 'string' ? `text ${value}` : writeFraction(value)
}

/** Pairs that alone have equal keys but for a currency, one of them an identity. */
function pairsByKey({ comparisons }: Policy, { source, target }: Both<readonly Records[]>): Both<Records>[] {
  const keys = comparisons.filter((each) => isKey(each) && !isCurrency(each))
  if (!comparisons.some(isCurrency) || !keys.some(mayIdentify)) return []
  const keyOf = (side: Side, group: Records): string => JSON.stringify(keys.map((each) => valueIn(each, side, group)))
  const all = { source, target }
  const isOnly = (side: Side, group: Records): boolean =>
    all[side].filter((each) => keyOf(side, each) === keyOf(side, group)).length === 1
  return source.flatMap((own) =>
    target
      .filter(
        (other) => keyOf('source', own) === keyOf('target', other) && isOnly('source', own) && isOnly('target', other),
      )
      .map((other) => ({ source: own, target: other })),
  )
}
