import type { CanonicalRecord } from '../../../engine/index.ts'
import { blockOf, type Comparison, hasBlockingKey, isCandidate, isCurrency } from './comparison.ts'
import { takesPart } from './filters.ts'
import { compare, type Fraction, magnitude } from './fraction.ts'
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
}

const neighbourCountMax = 64

/** A break for each of the `left` records or pair of them, rules in order, then the left-out criteria in order. */
export function explainOpen(world: World, open: Both<Set<CanonicalRecord>>): OpenBreak[] {
  const most = world.limits?.explainedCountMax ?? Number.POSITIVE_INFINITY
  const left = { source: firstById(open.source, most), target: firstById(open.target, most) }
  const beyond = {
    source: [...open.source].filter((record) => !left.source.has(record)),
    target: [...open.target].filter((record) => !left.target.has(record)),
  }
  const breaks: OpenBreak[] = []
  const known = new Map<CanonicalRecord, readonly NearMiss[]>()
  for (const policy of world.policies.filter(({ rule }) => rule.action === 'match')) {
    for (const failed of policy.comparisons) {
      const misses = missesOf(world, { policy, failed, left })
      const mutual = misses.filter(({ source, target }) => left.source.has(source) && left.target.has(target))
      for (const miss of mutual) {
        const reason = reasonOf(miss)
        const rivals = mutual.filter(({ source, target }) => source === miss.source || target === miss.target)
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
    ...[...left.source, ...beyond.source].map(
      (source): OpenBreak => ({ reason: 'missing_in_target', source, nearest: own(source) }),
    ),
    ...[...left.target, ...beyond.target].map(
      (target): OpenBreak => ({ reason: 'missing_in_source', target, nearest: own(target) }),
    ),
  ]
}

const firstById = (records: Iterable<CanonicalRecord>, most: number): Set<CanonicalRecord> =>
  new Set(byId(records).slice(0, most))

interface Join {
  readonly policy: Policy
  readonly failed: Comparison
  readonly left: Both<ReadonlySet<CanonicalRecord>>
}

/** The pairs that miss a rule by one criterion and of which either looks at the other, each once. */
function missesOf(world: World, { policy, failed, left }: Join): NearMiss[] {
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
    inScope.target.flatMap((target): NearMiss[] => {
      const isSeen = seen.get(source)?.includes(target) || seen.get(target)?.includes(source)
      const isMiss = isSeen && failed.stand(source, target).verdict === 'fails' && isCandidate(rest, source, target)
      return isMiss ? [{ policy, failed, source, target }] : []
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

/** Those of the other side that have the same key under these criteria. */
function blockMates(rest: readonly Comparison[], side: Side, { record, others }: Looking): CanonicalRecord[] {
  const block = blockOf(rest, side, record)
  return others.filter((other) => block !== undefined && blockOf(rest, otherSide(side), other) === block)
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

/** The reason of a two-sided break; text that differs, or a value that is not there, is only a hint. */
function reasonOf({ failed, source, target }: NearMiss): OpenBreak['reason'] | undefined {
  if (!failed.stand(source, target).onValues) return undefined
  if (failed.kind === 'decimal') return 'amount_mismatch'
  if (failed.kind === 'date') return 'date_mismatch'
  return isCurrency(failed) ? 'currency_mismatch' : undefined
}
