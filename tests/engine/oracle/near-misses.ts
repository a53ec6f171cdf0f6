import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { blockOf, hasBlockingKey, isCurrency } from './blocking.ts'
import { type Comparison, isCandidate } from './comparison.ts'
import { takesPart } from './filters.ts'
import { compare, magnitude } from './fraction.ts'
import { addsUp, groundOf, isNearMiss, nearestInDays, takenBy } from './grounds.ts'
import { holdsOnIdentity } from './identity.ts'
import { areApart } from './kept-apart.ts'
import { neighbours } from './neighbours.ts'
import { isSeenBy } from './residuals.ts'
import { compareSums, sumOfRecord } from './sums.ts'
import { compareText } from './text.ts'
import { type Both, otherSide, type Side, sides } from './values.ts'
import { byId, metBy, onSides, type Policy, type Records, type World } from './world.ts'

/** Why open records did not match: pairs that satisfy every criterion of a rule but one. */
export interface NearMiss extends Both<CanonicalRecord> {
  readonly policy: Policy
  readonly failed: Comparison
}

/** A near miss with what its records have in common, see `groundOf`. */
interface Grounded extends NearMiss {
  readonly ground: number
}

/** One open record, or two that miss each other alone; `nearest` first, at most three. */
export interface OpenBreak {
  readonly reason: 'missing_in_target' | 'missing_in_source' | 'amount_mismatch' | 'date_mismatch' | 'currency_mismatch'
  readonly source: Records
  readonly target: Records
  readonly isPair: boolean
  readonly nearest: readonly Grounded[]
  /** With matched records of the other side that satisfy every criterion of a rule, at most three. */
  readonly taken?: readonly Partner[]
  readonly isUnsearched?: true
}

/** Two records that satisfy every criterion of a rule. */
export interface Partner extends Both<CanonicalRecord> {
  readonly policy: Policy
}

/** A break for each of the `left` records or pair of them, rules in order, then the left-out criteria in order. */
export function explainOpen(world: World, open: Both<Set<CanonicalRecord>>): OpenBreak[] {
  const most = world.limits?.explainedCountMax ?? Number.POSITIVE_INFINITY
  const left = { source: firstById(open.source, most), target: firstById(open.target, most) }
  const beyond = {
    source: [...open.source].filter((record) => !left.source.has(record)),
    target: [...open.target].filter((record) => !left.target.has(record)),
  }
  const breaks: OpenBreak[] = []
  const known = new Map<CanonicalRecord, readonly Grounded[]>()
  for (const policy of world.policies.filter(({ rule }) => rule.action === 'match')) {
    for (const failed of policy.comparisons) {
      const own = policy.rule.side
      const met = own === undefined ? left : { source: left[own], target: left[own] }
      const { misses, crowdOf } = missesOf(metBy(world, policy), { policy, failed, left: met, whole: world })
      const many = new Set(
        sides.flatMap((side) =>
          [...met[side]].filter((record) =>
            isAmid(4, known.get(record) ?? [], { misses, record, crowd: crowdOf(record) }),
          ),
        ),
      )
      const open = misses.filter(({ source, target }) => met.source.has(source) && met.target.has(target))
      for (const miss of open) {
        const reason = identifies(miss) ? reasonOf(miss) : undefined
        const rivals = open.filter(({ source, target }) => source === miss.source || target === miss.target)
        if (rivals.length > 1 || reason === undefined) continue
        const pair = onSides(policy, { source: [miss.source], target: [miss.target] })
        breaks.push({ reason, ...pair, isPair: true, nearest: [miss] })
        for (const side of sides) for (const record of pair[side]) left[side].delete(record)
      }
      for (const side of sides)
        for (const record of left[side])
          known.set(record, nearest(known.get(record) ?? [], { misses, record, crowd: crowdOf(record), many }))
    }
  }
  const own = (record: CanonicalRecord, taken: readonly Partner[]) => onBestGround(known.get(record) ?? [], taken)
  const full = fullPairs(world, left)
  return [
    ...breaks,
    ...[...left.source].map((record): OpenBreak => {
      const taken = takenFrom(world, record, full)
      return { reason: 'missing_in_target', ...alone, source: [record], nearest: own(record, taken), taken }
    }),
    ...[...left.target].map((record): OpenBreak => {
      const taken = takenFrom(world, record, full)
      return { reason: 'missing_in_source', ...alone, target: [record], nearest: own(record, taken), taken }
    }),
    ...[...beyond.source].map(
      (record): OpenBreak => ({ reason: 'missing_in_target', ...unsearched, source: [record] }),
    ),
    ...[...beyond.target].map(
      (record): OpenBreak => ({ reason: 'missing_in_source', ...unsearched, target: [record] }),
    ),
  ]
}

/** The first three near misses on the best ground, and beside records that meet all criteria only those by a document. */
const onBestGround = (found: readonly Grounded[], taken: readonly Partner[]): readonly Grounded[] =>
  nearestInDays(found.filter(({ ground }) => ground === (taken.length > 0 ? 0 : found[0]?.ground))).slice(0, 3)

const firstById = (records: Iterable<CanonicalRecord>, most: number): Set<CanonicalRecord> =>
  new Set(byId(records).slice(0, most))

const alone = { source: [], target: [], isPair: false }
const unsearched = { ...alone, nearest: [], isUnsearched: true } as const

/** The pairs that satisfy every criterion of a rule and of which either looks at the other, by rule in order. */
const fullPairs = (world: World, left: Both<ReadonlySet<CanonicalRecord>>): readonly (readonly Partner[])[] =>
  world.policies
    .filter(({ rule }) => rule.action === 'match')
    .map((policy) => {
      const own = policy.rule.side
      const met = own === undefined ? left : { source: left[own], target: left[own] }
      return pairsOf(metBy(world, policy), { policy, left: met }).map((pair) => ({ ...pair, policy }))
    })

/** The matched or netted records that satisfy every criterion of a rule: rules in order, then by id, each once. */
function takenFrom(world: World, record: CanonicalRecord, full: readonly (readonly Partner[])[]): Partner[] {
  const found: Partner[] = []
  for (const ofRule of full) {
    const pairs = ofRule.filter(
      (pair) =>
        (pair.source === record || pair.target === record) &&
        isGone(world, partnerOf(pair, record)) &&
        holdsOnIdentity(takenBy(pair.policy), pair.policy.all, pair) &&
        (pair.policy.rule.cardinality === '1:1' || addsUp(pair)),
    )
    for (const each of byId(pairs.map((pair) => partnerOf(pair, record)))) {
      const pair = pairs.find((one) => partnerOf(one, record) === each)
      if (pair && !found.some((one) => partnerOf(one, record) === each)) found.push(pair)
    }
  }
  return found.slice(0, 3)
}

interface Join {
  readonly policy: Policy
  /** Without one, no criterion is left out. */
  readonly failed?: Comparison
  readonly left: Both<ReadonlySet<CanonicalRecord>>
}

/**
 * The pairs that miss a rule by one criterion and of which either looks at the other, each once. A pair that involves a
 * settled record is listed for the other one.
 */
function missesOf(world: World, join: Join & { readonly failed: Comparison; readonly whole: World }) {
  const { policy, failed, whole } = join
  const pairs = pairsOf(world, join)
    .filter(({ source, target }) => failed.stand(source, target).verdict === 'fails')
    .map((pair) => ({ ...pair, policy, failed, isTaken: isGone(whole, pair.source) || isGone(whole, pair.target) }))
  const misses = pairs.flatMap((pair): Grounded[] => {
    const ground = groundOf(pair, pair.isTaken)
    return ground === undefined ? [] : [{ ...pair, ground }]
  })
  const strangers = pairs
    .map((pair) => ({ ...pair, ground: groundOf(pair, false) ?? 0 }))
    .filter(({ ground }) => ground > 0)
  /** The settled records near it that would be as good near misses without a document as the best open one. */
  const crowdOf = (record: CanonicalRecord): number => {
    const own = strangers.filter(({ lookers }) => lookers.includes(record))
    const best = Math.min(...own.filter(({ isTaken }) => !isTaken).map(({ ground }) => ground))
    return own.filter((pair) => pair.isTaken && pair.ground <= best && best < 9 && isNearMiss(pair)).length
  }
  return { misses, crowdOf }
}

const isGone = (world: World, record: CanonicalRecord): boolean =>
  [...world.matches, ...world.nettings].some((match) => match.source.includes(record) || match.target.includes(record))

interface SeenPair extends Both<CanonicalRecord> {
  /** Which of the two look at the other. */
  readonly lookers: Records
}

/** The pairs that satisfy all criteria of a rule but one, and of which either looks at the other, each once. */
function pairsOf(world: World, { policy, failed, left }: Join): SeenPair[] {
  const rest = policy.comparisons.filter((comparison) => comparison !== failed)
  if (!hasBlockingKey(rest)) return []
  const inScope = { source: scopeOf(world, policy, 'source'), target: scopeOf(world, policy, 'target') }
  const seen = new Map(
    sides.flatMap((side) =>
      inScope[side]
        .filter((record) => left[side].has(record))
        .map((record) => [
          record,
          neighbours(policy, record, blockMates(rest, side, { record, others: inScope[otherSide(side)] })),
        ]),
    ),
  )
  return inScope.source.flatMap((source) =>
    inScope.target.flatMap((target): SeenPair[] => {
      const lookers = [source, target].filter((each) => seen.get(each)?.includes(each === source ? target : source))
      return lookers.length > 0 && isCandidate(rest, source, target) && !areApart(world, [source, target])
        ? [{ source, target, lookers }]
        : []
    }),
  )
}

/** Records that are not excluded and take part in a rule; they may be matched. */
const scopeOf = (world: World, policy: Policy, side: Side): CanonicalRecord[] =>
  world.all[side].filter(
    (record) =>
      !world.exclusions.some((each) => each.record === record) &&
      takesPart(policy.rule, side, record) &&
      isSeenBy(world, policy, record),
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

interface Found {
  readonly misses: readonly Grounded[]
  readonly record: CanonicalRecord
  readonly crowd: number
}

/** The near misses of a record that no earlier join found by a document. */
function newTo(before: readonly Grounded[], { misses, record }: Omit<Found, 'crowd'>): readonly Grounded[] {
  const isKnown = (miss: NearMiss): boolean =>
    before.some((each) => each.ground === 0 && partnerOf(each, record) === partnerOf(miss, record))
  return misses.filter((miss) => (miss.source === record || miss.target === record) && !isKnown(miss))
}

const isStranger = ({ ground }: Grounded): boolean => ![0, 2, 4].includes(ground)

/** Whether more near misses of a join share no document, settled ones included. */
const isAmid = (most: number, before: readonly Grounded[], found: Found): boolean =>
  before.filter(({ ground }) => ground === 0).length < 3 &&
  newTo(before, found).filter(isStranger).length + found.crowd > most

/**
 * The near misses by ground, then in the order in which they were found: by join, by distance, by id. Those
 * that share no document are shown only if they are three at most, and have three others themselves at most.
 */
function nearest(
  before: readonly Grounded[],
  { many, ...found }: Found & { readonly many: ReadonlySet<CanonicalRecord> },
): readonly Grounded[] {
  const { record } = found
  const distance = ({ failed, source, target }: NearMiss) => magnitude(failed.stand(source, target).difference)
  const isCrowded = isAmid(3, before, found)
  const own = newTo(before, found)
    .toSorted(
      (a, b) => compare(distance(a), distance(b)) || compareText(partnerOf(a, record).id, partnerOf(b, record).id),
    )
    .filter((each) => !isStranger(each) || !(isCrowded || many.has(partnerOf(each, record))))
  const all = [...before, ...own].sort((a, b) => a.ground - b.ground)
  const first = all.filter((miss) => all.find((each) => partnerOf(each, record) === partnerOf(miss, record)) === miss)
  return first
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

/** The record that another one nearly met. */
export const partnerOf = ({ source, target }: Both<CanonicalRecord>, record: CanonicalRecord): CanonicalRecord =>
  source === record ? target : source

/** The reason of a two-sided break; text that differs, or a value that is not there, is only a hint. */
function reasonOf({ failed, source, target }: NearMiss): OpenBreak['reason'] | undefined {
  if (!failed.stand(source, target).onValues) return undefined
  if (failed.kind === 'decimal') return 'amount_mismatch'
  if (failed.kind === 'date') return 'date_mismatch'
  return isCurrency(failed) ? 'currency_mismatch' : undefined
}
