import { total } from '../match/groups/claim-groups.ts'
import type { Match } from '../match/run-state.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import { type Confidence, confidences } from '../rules/language.ts'
import { eachPair } from './compared-group.ts'

/** The confidence of a match: the lower of what its rule is capped at and what its evidence carries. */
export function confidenceOf(match: Match): Confidence {
  const { rule } = match.rule.compiled
  const isBest = match.ambiguous && rule.action === 'match'
  const capped = rule.ignoreAmount || rule.crossCurrency || isBest ? 'low' : 'exact'
  const levels = new Set<Confidence>()
  for (const criterion of match.rule.criteria)
    eachPair(match, criterion, (source, target) => levels.add(evidenceLevel(criterion, source, target)))
  // What adds up may do so by chance.
  const found = rule.select === 'subset' ? 'medium' : 'exact'
  return lowest([rule.confidence ?? 'exact', capped, found, sumLevel(match), ...levels])
}

/** The level of a group's sums; a 1:1 sum is a criterion like others. */
function sumLevel({ rule: { sum }, nodes, source, target }: Match): Confidence {
  if (sum === undefined || nodes === undefined) return 'exact'
  const totals = [total(source, sum.sourceUnits), total(target, sum.targetUnits)] as const
  if (sum.isAboveHalf(...totals)) return 'medium'
  return sum.difference(...totals) === 0n ? 'exact' : 'high'
}

/** Steps that change how a text is typed, not what it says. */
const plainSteps = new Set<unknown>(['trim', 'collapse-space', 'upper'])

/** Basis points below which two texts are like each other by chance too often. */
const closeSimilarity = 9_000

function evidenceLevel(bound: BoundCriterion, source: number, target: number): Confidence {
  if (bound.isAboveHalf(source, target)) return 'medium'
  const { op, normalize } = bound.criterion
  const similarity = bound.similarity(source, target)
  if (similarity !== undefined) return similarity < closeSimilarity ? 'low' : 'medium'
  const isPlain =
    op !== 'contains' &&
    normalize.every((step) => plainSteps.has(step)) &&
    bound.verdict(source, target) !== 'skipped' &&
    bound.difference(source, target) === 0
  return isPlain ? 'exact' : 'high'
}

const lowest = (levels: readonly Confidence[]): Confidence =>
  levels.reduce((low, level) => (confidences.indexOf(level) > confidences.indexOf(low) ? level : low))
