import { formatDecimal } from '../base/decimal.ts'
import { total } from '../match/groups/claim-groups.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import type { Match } from '../match/state/run-state.ts'
import type { Side } from '../record/side.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import { isKey } from '../rules/criteria/criterion-kind.ts'
import { isDayWindow } from './compared.ts'
import type { MatchLine } from './line.ts'

/** Members of result lines that show the values by which a rule compared several records together. */

/** The sums of both sides with the signs of their records; no member for a rule without a sum. */
export function comparedSum({ rule, source, target }: Match): Pick<MatchLine, 'sum'> {
  const { sum } = rule
  if (sum === undefined) return {}
  return {
    sum: [
      writtenSum(rule, 'source', total(source, sum.sourceUnits)),
      writtenSum(rule, 'target', total(target, sum.targetUnits)),
    ],
  }
}

/** A sum of records in one place of a rule, in the sign that it has in the records. Requires a rule with a sum. */
export function writtenSum({ compiled: { rule, turns }, sum }: BoundRule, place: Side, units: bigint): string {
  if (sum === undefined) throw new TypeError(`Rule ${rule.id} has no sum`)
  return formatDecimal({ coefficient: turns[rule.side ?? place] ? -units : units, scale: sum.scale })
}

/**
 * The difference of a group's sums, and the days of its last date window if all pairs have the same. Values of 0 are
 * left out.
 */
export function groupDeviations(match: Match): Pick<MatchLine, 'difference' | 'days'> {
  const [days, ...others] = daysOf(match)
  const isSame = days !== undefined && days !== 0 && others.length === 0
  return { ...sumDeviation(match), ...(isSame && { days }) }
}

/** The difference of the sums after `sign` is applied; no member for 0. */
export function sumDeviation({
  rule: { sum },
  source,
  target,
}: Pick<Match, 'rule' | 'source' | 'target'>): Pick<MatchLine, 'difference'> {
  if (sum === undefined) return {}
  const coefficient = sum.difference(total(source, sum.sourceUnits), total(target, sum.targetUnits))
  return coefficient === 0n ? {} : { difference: formatDecimal({ coefficient, scale: sum.scale }) }
}

export const hasDays = (match: Match): boolean => [...daysOf(match)].some((days) => days !== 0)

function daysOf(match: Match): Set<number> {
  const windows = match.rule.criteria.filter(isDayWindow)
  const days = new Set<number>()
  const [any] = windows
  if (any === undefined) return days
  eachPair(match, any, (source, target) => {
    const last = windows.findLast((window) => window.hasValues(source, target))
    days.add(last ? Number(last.difference(source, target)) : 0)
  })
  return days
}

/** The lowest similarity of the match in basis points; no member if no texts were compared. */
export function lowestSimilarity(match: Match): Pick<MatchLine, 'similarity'> {
  let lowest = Number.POSITIVE_INFINITY
  for (const bound of match.rule.criteria) {
    const { similarity } = bound
    if (similarity === undefined) continue
    eachPair(match, bound, (source, target) => {
      lowest = Math.min(lowest, similarity(source, target) ?? lowest)
    })
  }
  return lowest === Number.POSITIVE_INFINITY ? {} : { similarity: lowest }
}

/**
 * Calls `visit` for the pairs of a match that a criterion may compare differently: one pair if it is part of the key,
 * else all pairs.
 */
export function eachPair(
  { source, target, nodes }: Match,
  { criterion }: BoundCriterion,
  visit: (source: number, target: number) => void,
): void {
  const isEqual = isKey(criterion)
  const [sources, targets] = [nodes?.source ?? source, nodes?.target ?? target]
  for (const each of isEqual ? sources.slice(0, 1) : sources)
    for (const other of isEqual ? targets.slice(0, 1) : targets) visit(each, other)
}
