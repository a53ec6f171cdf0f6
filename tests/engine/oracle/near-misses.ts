import type { CanonicalRecord } from '../../../engine/index.ts'
import { blockOf, type Comparison, hasBlockingKey, isCandidate, isCurrency } from './comparison.ts'
import { takesPart } from './filters.ts'
import { compare, type Fraction, magnitude } from './fraction.ts'
import { holdsOnIdentity } from './identity.ts'
import { compareSums, sumOfRecord } from './sums.ts'
import { compareText } from './text.ts'
import { type Both, otherSide, readValue, type Side, sides } from './values.ts'
import { byId, type Policy, type World } from './world.ts'

/** Why open records did not match: pairs that satisfy every criterion of a rule but one. */
export interface NearMiss extends Both<CanonicalRecord> {
  readonly policy: Policy
  readonly failed: Comparison
}

/** One open record, or two that miss each other alone; `nearest` first, at most three. */
export interface OpenBreak {
  readonly reason: 'missing_in_target' | 'missing_in_source' | 'amount_mismatch' | 'date_mismatch' | 'currency_mismatch'
  readonly source?: CanonicalRecord
  readonly target?: CanonicalRecord
  readonly nearest: readonly NearMiss[]
  /** With matched records of the other side that satisfy every criterion of a rule, at most three. */
  readonly taken?: readonly Partner[]
}

/** Two records that satisfy every criterion of a rule. */
export interface Partner extends Both<CanonicalRecord> {
  readonly policy: Policy
}

const neighbourCountMax = 64

/** A break for each of the `left` records or pair of them, rules in order, then the left-out criteria in order. */
export function explainOpen(world: World, left: Both<Set<CanonicalRecord>>): OpenBreak[] {
  const breaks: OpenBreak[] = []
  const known = new Map<CanonicalRecord, readonly NearMiss[]>()
  for (const policy of world.policies.filter(({ rule }) => rule.action === 'match')) {
    for (const failed of policy.comparisons) {
      const misses = missesOf(world, { policy, failed, left })
      const open = misses.filter(({ source, target }) => left.source.has(source) && left.target.has(target))
      for (const miss of open) {
        const reason = identifies(miss) ? reasonOf(miss) : undefined
        const rivals = open.filter(({ source, target }) => source === miss.source || target === miss.target)
        if (rivals.length > 1 || reason === undefined) continue
        breaks.push({ reason, source: miss.source, target: miss.target, nearest: [miss] })
        for (const side of sides) left[side].delete(miss[side])
      }
      for (const side of sides)
        for (const record of left[side]) known.set(record, nearest(known.get(record) ?? [], misses, { side, record }))
    }
  }
  const own = (record: CanonicalRecord) => known.get(record) ?? []
  return [
    ...breaks,
    ...[...left.source].map((source): OpenBreak => {
      const taken = takenFrom(world, 'source', { record: source, left })
      return { reason: 'missing_in_target', source, nearest: own(source), taken }
    }),
    ...[...left.target].map((target): OpenBreak => {
      const taken = takenFrom(world, 'target', { record: target, left })
      return { reason: 'missing_in_source', target, nearest: own(target), taken }
    }),
  ]
}

/** The matched records that satisfy every criterion of a rule: rules in order, then by id, each once. */
function takenFrom(
  world: World,
  side: Side,
  { record, left }: { readonly record: CanonicalRecord; readonly left: Both<ReadonlySet<CanonicalRecord>> },
): Partner[] {
  const other = otherSide(side)
  const isMatched = (each: CanonicalRecord): boolean => world.matches.some((match) => match[other].includes(each))
  const found: Partner[] = []
  for (const policy of world.policies.filter(({ rule }) => rule.action === 'match')) {
    const pairs = pairsOf(world, { policy, left }).filter((pair) => pair[side] === record && isMatched(pair[other]))
    for (const each of byId(pairs.map((pair) => pair[other])))
      if (!found.some((pair) => pair[other] === each))
        found.push(
          side === 'source' ? { policy, source: record, target: each } : { policy, source: each, target: record },
        )
  }
  return found.slice(0, 3)
}

interface Join {
  readonly policy: Policy
  /** Without one, no criterion is left out. */
  readonly failed?: Comparison
  readonly left: Both<ReadonlySet<CanonicalRecord>>
}

/** The pairs that miss a rule by one criterion and of which either looks at the other, each once. */
function missesOf(world: World, join: Join & { readonly failed: Comparison }): NearMiss[] {
  const { policy, failed } = join
  return pairsOf(world, join)
    .filter(({ source, target }) => failed.stand(source, target).verdict === 'fails')
    .map((pair) => ({ ...pair, policy, failed }))
}

/** The pairs that satisfy all criteria of a rule but one, and of which either looks at the other, each once. */
function pairsOf(world: World, { policy, failed, left }: Join): Both<CanonicalRecord>[] {
  const rest = policy.comparisons.filter((comparison) => comparison !== failed)
  if (!hasBlockingKey(rest)) return []
  const inScope = { source: scopeOf(world, policy, 'source'), target: scopeOf(world, policy, 'target') }
  const seen = new Map(
    sides.flatMap((side) =>
      inScope[side]
        .filter((record) => left[side].has(record))
        .map((record) => [
          record,
          neighbours(record, blockMates(rest, side, { record, others: inScope[otherSide(side)] })),
        ]),
    ),
  )
  return inScope.source.flatMap((source) =>
    inScope.target.flatMap((target): Both<CanonicalRecord>[] => {
      const isSeen = seen.get(source)?.includes(target) || seen.get(target)?.includes(source)
      return isSeen && isCandidate(rest, source, target) ? [{ source, target }] : []
    }),
  )
}

/** Records that are not excluded and take part in a rule; they may be matched. */
const scopeOf = (world: World, { rule }: Policy, side: Side): CanonicalRecord[] =>
  world.all[side].filter(
    (record) => !world.exclusions.some((each) => each.record === record) && takesPart(rule, side, record),
  )

interface Looking {
  readonly record: CanonicalRecord
  readonly others: readonly CanonicalRecord[]
}

/** Those of the other side that have the same key under these criteria, or that one of the two lists. */
function blockMates(rest: readonly Comparison[], side: Side, { record, others }: Looking): CanonicalRecord[] {
  const block = blockOf(rest, side, record)
  const isListed = (other: CanonicalRecord): boolean =>
    rest.every(({ criterion, stand }) => {
      const standing = side === 'source' ? stand(record, other) : stand(other, record)
      return criterion.op !== 'listed' || standing.verdict === 'holds'
    })
  return others.filter(
    (other) => block !== undefined && blockOf(rest, otherSide(side), other) === block && isListed(other),
  )
}

/** The 64 nearest in (amount, date, id) order: as many before as after, where there are so many. */
function neighbours(record: CanonicalRecord, others: readonly CanonicalRecord[]): readonly CanonicalRecord[] {
  if (others.length <= neighbourCountMax) return others
  const sorted = [...others].sort(comparePlaces)
  const place = sorted.filter((other) => comparePlaces(other, record) < 0).length
  const start = Math.max(0, Math.min(place - neighbourCountMax / 2, sorted.length - neighbourCountMax))
  return sorted.slice(start, start + neighbourCountMax)
}

/** By (amount, date, id); what is absent comes first. */
function comparePlaces(a: CanonicalRecord, b: CanonicalRecord): number {
  for (const field of ['amount', 'date'] as const) {
    const [own, other] = [readNumber(a, field), readNumber(b, field)]
    if (own === undefined || other === undefined) {
      if (own !== other) return own === undefined ? -1 : 1
    } else if (compare(own, other) !== 0) return compare(own, other)
  }
  return compareText(a.id, b.id)
}

function readNumber(record: CanonicalRecord, field: 'amount' | 'date'): Fraction | undefined {
  const value = readValue(record, field, field === 'amount' ? 'decimal' : 'date')
  return typeof value === 'string' ? undefined : value
}

/** What a record knows already, and then the nearest of `misses` of partners that it does not know, up to three. */
function nearest(
  before: readonly NearMiss[],
  misses: readonly NearMiss[],
  { side, record }: { readonly side: Side; readonly record: CanonicalRecord },
): readonly NearMiss[] {
  const other = otherSide(side)
  const distance = ({ failed, source, target }: NearMiss) => magnitude(failed.stand(source, target).difference)
  const own = misses
    .filter((miss) => miss[side] === record && !before.some((each) => each[other] === miss[other]))
    .sort((a, b) => compare(distance(a), distance(b)) || compareText(a[other].id, b[other].id))
  return [...before, ...own].slice(0, 3)
}

/** Whether what holds identifies the records, and where a rule takes several records, whether their sums agree. */
function identifies({ policy, failed, source, target }: NearMiss): boolean {
  const held = policy.comparisons.filter((comparison) => comparison !== failed)
  const { sum, cardinality } = policy.rule
  if (!holdsOnIdentity(held, policy.all, { source, target })) return false
  if (!sum || cardinality === '1:1') return true
  const totals = { source: sumOfRecord(sum, 'source', source), target: sumOfRecord(sum, 'target', target) }
  return (
    totals.source !== undefined &&
    totals.target !== undefined &&
    compareSums(sum, { source: totals.source, target: totals.target }).holds
  )
}

/** The reason of a two-sided break; text that differs, or a value that is not there, is only a hint. */
function reasonOf({ failed, source, target }: NearMiss): OpenBreak['reason'] | undefined {
  if (!failed.stand(source, target).onValues) return undefined
  if (failed.kind === 'decimal') return 'amount_mismatch'
  if (failed.kind === 'date') return 'date_mismatch'
  return isCurrency(failed) ? 'currency_mismatch' : undefined
}
