import { allHoldOnIdentity } from '../match/blocks/identity.ts'
import { total } from '../match/groups/claim-groups.ts'
import type { Match } from '../match/state/run-state.ts'
import { type Confidence, confidences } from '../rules/language/language.ts'
import { eachPair } from './compared-group.ts'

export type ConfidenceCounts = { readonly [level in Confidence]: number }

/** The lowest of the rule's cap and the levels of evidence of its criteria. */
export function confidenceOf(match: Match): Confidence {
  const { rule } = match.rule.compiled
  const isBest = match.ambiguous && rule.action === 'match'
  const capped = rule.ignoreAmount || rule.crossCurrency || isBest ? 'low' : 'exact'
  const levels = new Set<Confidence>()
  for (const criterion of match.rule.criteria)
    eachPair(match, criterion, (source, target) => levels.add(criterion.evidence(source, target)))
  // At most medium for a subset, which may add up by chance, and for a converted amount, since the rate of another day
  // gives another amount.
  const found = rule.select === 'subset' || rule.convert !== undefined ? 'medium' : 'exact'
  return lowest([rule.confidence ?? 'exact', capped, found, identityLevel(match), sumLevel(match), ...levels])
}

/** Records that share no identity may belong to two different payments. */
const identityLevel = ({ rule, nodes, source, target }: Match): Confidence =>
  allHoldOnIdentity(rule.criteria, nodes ?? { source, target }) ? 'exact' : 'medium'

function sumLevel({ rule: { sum }, nodes, source, target }: Match): Confidence {
  if (sum === undefined || nodes === undefined) return 'exact'
  const totals = [total(source, sum.sourceUnits), total(target, sum.targetUnits)] as const
  if (sum.isAboveHalf(...totals)) return 'medium'
  return sum.difference(...totals) === 0n ? 'exact' : 'high'
}

const lowest = (levels: readonly Confidence[]): Confidence =>
  levels.reduce((low, level) => (confidences.indexOf(level) > confidences.indexOf(low) ? level : low))
