import type { CanonicalRecord } from '../../../engine/index.ts'
import type { Comparison } from './comparison.ts'
import { daysOf, differenceMember, pairDeviations } from './match-lines.ts'
import { explainOpen, type OpenBreak } from './near-misses.ts'
import { compareSums, sumOf } from './sums.ts'
import { type Both, sides } from './values.ts'
import type { Match } from './world.ts'
import { type Finding, idsOf, type Line, type Records, type Surplus, type World } from './world.ts'

/** The records of a break and the rest of its line. */
export interface Break extends Both<Records> {
  readonly line: Line
}

/** The id of a match. */
export type IdOf = (match: Match) => string

/**
 * Every open record in one break: what is under review, the other findings that are open as a whole, the earliest
 * first, surplus twins, and the rest.
 */
export function breaksOf(world: World, idOf: IdOf): Break[] {
  const { findings, surpluses, open } = world
  const breaks = findings.filter(({ isHeld }) => isHeld).map(findingBreak)
  const take = (each: Break): void => {
    breaks.push(each)
    for (const side of sides) for (const record of each[side]) open[side].delete(record)
  }
  for (const finding of findings.filter(({ isHeld }) => !isHeld)) {
    const isWhole = sides.every((side) => finding[side].every((record) => open[side].has(record)))
    if (isWhole) take(findingBreak(finding))
  }
  for (const surplus of surpluses) {
    const [source, target] = sides.map((side) => surplus[side].filter((record) => open[side].has(record)))
    if (source && target && source.length + target.length > 0)
      take({ source, target, line: surplusLine(surplus, idOf) })
  }
  const rest = explainOpen(world, { source: new Set(open.source), target: new Set(open.target) })
  return [...breaks, ...rest.map((each) => openBreak(world, each, idOf))]
}

function findingBreak({ policy, reason, source, target, candidates, work }: Finding): Break {
  const { id, sum } = policy.rule
  const isMismatch = reason === 'sum_mismatch' && sum !== undefined
  const totals = isMismatch && { source: sumOf(sum, 'source', source), target: sumOf(sum, 'target', target) }
  const near = candidates.map((pair) => candidateLine(pair, pairDeviations(policy, pair.source, pair.target)))
  return {
    source,
    target,
    line: {
      kind: 'break',
      reason,
      failed: { rule: id, ...(isMismatch && { field: 'sum' }) },
      ...(totals && differenceMember(compareSums(sum, totals).difference)),
      ...(near.length > 0 && { candidates: near }),
      ...(work && { work }),
    },
  }
}

const candidateLine = ({ source, target }: Both<CanonicalRecord>, rest: Line): Line => ({
  source: source.id,
  target: target.id,
  ...rest,
})

const surplusLine = ({ counts: { source, target }, repeats }: Surplus, idOf: IdOf): Line => ({
  kind: 'break',
  reason: 'duplicate',
  counts: { source, target },
  repeats: repeats.map(idOf).sort(),
})

function openBreak(world: World, { reason, source, target, nearest }: OpenBreak, idOf: IdOf): Break {
  const [first] = nearest
  const isPair = source !== undefined && target !== undefined
  const taken = (record: CanonicalRecord): Line => {
    const match = world.matches.find((each) => each.source.includes(record) || each.target.includes(record))
    return match ? { takenBy: idOf(match) } : {}
  }
  const near = nearest.map((miss) =>
    candidateLine(miss, {
      ...pairDeviations(miss.policy, miss.source, miss.target),
      ...taken(source === undefined ? miss.source : miss.target),
    }),
  )
  return {
    source: source ? [source] : [],
    target: target ? [target] : [],
    line: {
      kind: 'break',
      reason,
      ...(first && { failed: { rule: first.policy.rule.id, field: first.failed.name } }),
      ...(first && isPair && missedBy(first.failed, source, target)),
      ...(!isPair && near.length > 0 && { candidates: near }),
    },
  }
}

/** By how much two records miss a criterion. */
function missedBy(failed: Comparison, source: CanonicalRecord, target: CanonicalRecord): Line {
  if (failed.kind === 'date') return { days: daysOf(failed, source, target) }
  return failed.kind === 'decimal' ? differenceMember(failed.stand(source, target).difference) : {}
}

/** Breaks with their ids as lines: those with a source record by (source ids, target ids), then the others. */
export const withIds = ({ source, target, line }: Break): Line => ({
  ...line,
  ...(source.length > 0 && { source: idsOf(source) }),
  ...(target.length > 0 && { target: idsOf(target) }),
})
