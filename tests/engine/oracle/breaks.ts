import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { causesOf } from './causes.ts'
import type { Comparison } from './comparison.ts'
import { compare, magnitude, readFraction, writeFraction, zero } from './fraction.ts'
import { isOneCurrency } from './group.ts'
import { hintOf } from './hints.ts'
import { listedMember } from './listed.ts'
import { daysOf, differenceMember, pairDeviations } from './match-lines.ts'
import { explainOpen, type OpenBreak, type Partner, partnerOf } from './near-misses.ts'
import { setOf } from './near-set.ts'
import { neededOf, neededTolerance } from './needs.ts'
import { type MissedGroup, missedGroups } from './open-groups.ts'
import { repeatedBooking } from './repeated-booking.ts'
import { compareSums, signed, sumOf } from './sums.ts'
import { compareText } from './text.ts'
import { type Both, otherSide, sides } from './values.ts'
import type { Match, Policy } from './world.ts'
import { type Finding, idsOf, type Line, onSides, type Records, type Surplus, type World } from './world.ts'

/** The records of a break and the rest of its line. */
export interface Break extends Both<Records> {
  readonly line: Line
  /** Of an anchor that no set adds up to: the set that comes nearest, and what its records say. */
  readonly set?: Records
  readonly partOf?: Line
}

/** The id of a match. */
export type IdOf = (match: Match) => string

/**
 * Every open record in one break: what is under review, the other findings that are open as a whole, the earliest
 * first, surplus twins, and the rest.
 */
export function breaksOf(world: World, idOf: IdOf): Break[] {
  const { findings, surpluses, open } = world
  const atEnd = { source: new Set(open.source), target: new Set(open.target) }
  const breaks = findings.filter(({ isHeld }) => isHeld).map((finding) => findingBreak(world, finding, atEnd))
  const take = (each: Break): void => {
    breaks.push(each)
    for (const side of sides) for (const record of each[side]) open[side].delete(record)
  }
  const released: Both<Records>[] = []
  for (const finding of findings.filter(({ isHeld }) => !isHeld)) {
    const records = onSides(finding.policy, finding)
    if (!sides.every((side) => records[side].every((record) => open[side].has(record)))) continue
    if (finding.shortfall && setOf(finding, atEnd).length === 0) {
      released.push(records)
      for (const side of sides) for (const record of records[side]) open[side].delete(record)
    } else take(findingBreak(world, finding, atEnd))
  }
  for (const surplus of surpluses) {
    const [source, target] = sides.map((side) => surplus[side].filter((record) => open[side].has(record)))
    if (source && target && source.length + target.length > 0)
      take({ source, target, line: surplusLine(surplus, idOf) })
  }
  for (const side of sides) for (const each of released) for (const record of each[side]) open[side].add(record)
  return [...breaks, ...openBreaks(world, breaks, idOf)]
}

/** The breaks of the records that are in no other break. */
function openBreaks(world: World, breaks: readonly Break[], idOf: IdOf): Break[] {
  const { open } = world
  const rest = explainOpen(world, { source: new Set(open.source), target: new Set(open.target) })
  const searched = rest.filter(({ isPair, isUnsearched }) => !isPair && !isUnsearched)
  const sizeOf = ({ partOf: part = {} }: Break) => magnitude(readFraction(String(part['difference'])) ?? zero)
  const sets = breaks
    .filter(({ set }) => set)
    .sort((a, b) => compare(sizeOf(a), sizeOf(b)) || compareText(String(a.partOf?.['id']), String(b.partOf?.['id'])))
  const partsOf = (each: OpenBreak): Line => {
    const [own] = searched.includes(each) ? [...each.source, ...each.target] : []
    const part = sets.find(({ set }) => own && set?.includes(own))?.partOf
    return part ? { partOf: part } : {}
  }
  const groups = missedGroups(world, {
    source: new Set(searched.flatMap(({ source }) => source)),
    target: new Set(searched.flatMap(({ target }) => target)),
  })
  const groupOf = ({ source, target, isPair, nearest: [first], taken = [] }: OpenBreak): MissedGroup | undefined => {
    const [own] = isPair ? [] : [...source, ...target]
    const group = own && groups.get(own)
    if (group && taken.length > 0 && group.ground > 0) return undefined
    return group && first && first.ground < group.ground ? undefined : group
  }
  const unexplained = searched.filter(
    (each) => each.nearest.length === 0 && !each.taken?.length && !('partOf' in partsOf(each)) && !groupOf(each),
  )
  const causes = causesOf(world, {
    source: unexplained.flatMap(({ source }) => source),
    target: unexplained.flatMap(({ target }) => target),
  })
  return rest.map((each) => {
    const group = groupOf(each)
    const found = group ? groupBreak(world, each, { group, idOf }) : openBreak(world, each, idOf)
    const [cause] = searched.includes(each) ? [...each.source, ...each.target].map((own) => causes.get(own)) : []
    return {
      ...found,
      line: { ...found.line, ...(cause && { cause }), ...(group ? partOfGroup(group) : partsOf(each)) },
    }
  })
}

function findingBreak(world: World, finding: Finding, atEnd: Both<ReadonlySet<CanonicalRecord>>): Break {
  const { policy, reason, candidates, work } = finding
  const { source, target } = onSides(policy, finding)
  const near = candidates.map((pair) => candidateLine(policy, pair, pairDeviations(policy, pair.source, pair.target)))
  const set = setOf(finding, atEnd)
  if (reason === 'sum_mismatch') {
    const line = sumLine(world, finding, set)
    return { source, target, line, ...(finding.shortfall && { set, partOf: partOf(finding, set, line) }) }
  }
  return {
    ...onSides(policy, { source, target }),
    line: {
      kind: 'break',
      reason,
      ...repeatedBooking(finding),
      failed: { rule: policy.rule.id },
      ...(near.length > 0 && { candidates: near }),
      ...(work && { work }),
    },
  }
}

/** Sums that differ: those of two groups, or of an anchor and the set that comes nearest to it. */
function sumLine(world: World, finding: Finding, set: Records): Line {
  const { policy, isOneSideCount, shortfall } = finding
  const { id, sum, cardinality } = policy.rule
  if (sum === undefined) throw new Error('Sums are compared by a rule with a sum')
  const anchorSide = cardinality === '1:n' ? 'source' : 'target'
  const itemSide = otherSide(anchorSide)
  const records = shortfall ? { ...finding, [itemSide]: set } : finding
  const totals = { source: sumOf(sum, 'source', records.source), target: sumOf(sum, 'target', records.target) }
  const items = shortfall ? shortfall.items : records[itemSide]
  const { listed } = listedMember(world, finding)
  const isWhole = listed === undefined || (listed.missing.length === 0 && listed.taken.length === 0)
  const needs = isOneSideCount || !isWhole ? {} : neededTolerance(sum.tolerance, signed(sum.sign, totals))
  const hasTotal = !isOneSideCount && cardinality !== 'n:m' && isOneCurrency(items)
  const [anchor] = finding[anchorSide]
  const first = set.slice(0, 3)
  const near = first.flatMap((item) => {
    if (anchor === undefined) return []
    const pair = anchorSide === 'source' ? { source: anchor, target: item } : { source: item, target: anchor }
    const deviations = pairDeviations(policy, pair.source, pair.target)
    return [candidateLine(policy, pair, deviations)]
  })
  return {
    kind: 'break',
    reason: 'sum_mismatch',
    failed: {
      rule: id,
      field: 'sum',
      ...(isOneSideCount && { code: 'one_side_count' }),
      ...(Object.keys(needs).length > 0 && { needs }),
    },
    ...differenceMember(compareSums(sum, totals).difference),
    ...(listed && { listed }),
    ...(hasTotal && { total: writeFraction(sumOf(sum, itemSide, items)) }),
    ...(near.length > 0 && { candidates: near }),
  }
}

/** What the records of a nearest set say. */
function partOf({ policy, ...records }: Finding, set: Records, line: Line): Line {
  const side = policy.rule.cardinality === '1:n' ? 'source' : 'target'
  const { sum } = policy.rule
  const total = sum ? writeFraction(sumOf(sum, otherSide(side), set)) : ''
  return { side, id: records[side][0]?.id ?? '', total, difference: line['difference'] ?? '0' }
}

function takenBy(world: World, record: CanonicalRecord, idOf: IdOf): Line {
  const match = [...world.matches, ...world.nettings].find(
    (each) => each.source.includes(record) || each.target.includes(record),
  )
  return match ? { takenBy: idOf(match) } : {}
}

const candidateLine = ({ rule: { side } }: Policy, { source, target }: Both<CanonicalRecord>, rest: Line): Line => ({
  source: source.id,
  target: target.id,
  ...(side && { side }),
  ...rest,
})

const surplusLine = ({ counts: { source, target }, repeats }: Surplus, idOf: IdOf): Line => ({
  kind: 'break',
  reason: 'duplicate',
  counts: { source, target },
  repeats: repeats.map(idOf).sort(),
})

function openBreak(
  world: World,
  { reason, source, target, isPair, nearest, taken = [] }: OpenBreak,
  idOf: IdOf,
): Break {
  const [first] = nearest
  const [own] = [...source, ...target]
  const lineOf = (pair: Partner): Line =>
    candidateLine(pair.policy, pair, {
      ...pairDeviations(pair.policy, pair.source, pair.target),
      ...(own && takenBy(world, partnerOf(pair, own), idOf)),
    })
  const near = nearest.map(lineOf)
  const hint = first && hintOf(first.failed, first)
  return {
    source,
    target,
    line: {
      kind: 'break',
      reason,
      ...(first && { failed: failedOf(first) }),
      ...(hint !== undefined && { hint }),
      ...(taken.length > 0 && { taken: taken.map(lineOf) }),
      ...(first && isPair && missedBy(first.failed, first.source, first.target)),
      ...(!isPair && near.length > 0 && { candidates: near }),
    },
  }
}

interface Grouped {
  readonly group: MissedGroup
  readonly idOf: IdOf
}

/** The break of a record whose group misses another one by one criterion. */
function groupBreak(world: World, open: OpenBreak, { group, idOf }: Grouped): Break {
  const { policy, failed, ground, side, other, meetsSum } = group
  const pairs = other.flatMap((each) =>
    [...open.source, ...open.target].map((own) =>
      side === 'source' ? { source: own, target: each } : { source: each, target: own },
    ),
  )
  const nearest = pairs.slice(0, 3).map((pair) => ({ ...pair, policy, failed, ground }))
  const found = openBreak(world, { ...open, nearest }, idOf)
  const { sum } = policy.rule
  const total = sum && meetsSum && other.length > 1 ? { total: writeFraction(sumOf(sum, otherSide(side), other)) } : {}
  return { ...found, line: { ...found.line, ...total } }
}

function partOfGroup({ policy, side, own, other, meetsSum }: MissedGroup): Line {
  const { sum } = policy.rule
  const [anchor] = other
  if (!sum || !anchor || !meetsSum || other.length > 1) return {}
  const groups = side === 'source' ? { source: own, target: other } : { source: other, target: own }
  const totals = { source: sumOf(sum, 'source', groups.source), target: sumOf(sum, 'target', groups.target) }
  const difference = writeFraction(compareSums(sum, totals).difference)
  return { partOf: { side: otherSide(side), id: anchor.id, total: writeFraction(totals[side]), difference } }
}

function failedOf({ policy, failed, source, target }: OpenBreak['nearest'][number]): Line {
  const { failure } = failed.stand(source, target)
  const needs = failure === undefined ? neededOf(failed, { source, target }) : {}
  return {
    rule: policy.rule.id,
    field: failed.name,
    ...(failure && { code: failure }),
    ...(Object.keys(needs).length > 0 && { needs }),
  }
}

/** By how much two records miss a criterion; what is 0 is left out, as where a criterion wants dates apart. */
function missedBy(failed: Comparison, source: CanonicalRecord, target: CanonicalRecord): Line {
  if (failed.kind === 'date') {
    const days = daysOf(failed, source, target)
    return days === 0 ? {} : { days }
  }
  return failed.kind === 'decimal' ? differenceMember(failed.stand(source, target).difference) : {}
}

/** Breaks with their ids as lines: those with a source record by (source ids, target ids), then the others. */
export const withIds = ({ source, target, line }: Break): Line => ({
  ...line,
  ...(source.length > 0 && { source: idsOf(source) }),
  ...(target.length > 0 && { target: idsOf(target) }),
})
