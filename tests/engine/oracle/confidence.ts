import type { Confidence } from '../../../engine/rules/language/language.ts'
import type { Comparison, Standing } from './comparison.ts'
import { isZero } from './fraction.ts'
import { holdsOnIdentity } from './identity.ts'
import { compareSums, sumOf } from './sums.ts'
import type { Match } from './world.ts'

const levels: readonly Confidence[] = ['exact', 'high', 'medium', 'low']

/** The lower of what the rule is capped at and what the evidence carries. */
export function confidenceOf(match: Match): Confidence {
  const { rule, comparisons, all } = match.policy
  const found: Confidence[] = [rule.confidence ?? 'exact', sumLevel(match)]
  if (rule.ignoreAmount || rule.crossCurrency || (match.ambiguous && rule.action === 'match')) found.push('low')
  if (rule.select === 'subset' || rule.convert) found.push('medium')
  for (const source of match.source) {
    for (const target of match.target) {
      if (!holdsOnIdentity(comparisons, all, { source, target })) found.push('medium')
      for (const comparison of comparisons) found.push(evidenceOf(comparison, comparison.stand(source, target)))
    }
  }
  return levels.findLast((level) => found.includes(level)) ?? 'exact'
}

function evidenceOf({ criterion: { op, normalize = [] }, isSign }: Comparison, standing: Standing): Confidence {
  if (isSign) return 'exact'
  if (standing.verdict === 'skipped') return 'high'
  if (standing.similarity !== undefined) return standing.similarity < 9_000 ? 'low' : 'medium'
  if (standing.isAboveHalf || op === 'transposed') return 'medium'
  const isPlain = normalize.every((step) => step === 'trim' || step === 'collapse-space' || step === 'upper')
  const isWhole = op !== 'contains' && op !== 'starts' && op !== 'ends' && op !== 'listed'
  const isEqual = standing.verdict === 'holds' && isZero(standing.difference) && !standing.isOtherValue
  const isExact = isPlain && isWhole && isEqual
  return isExact ? 'exact' : 'high'
}

/** The sums of several records; those of one and one are compared like an amount. */
function sumLevel({ policy: { rule }, source, target }: Match): Confidence {
  if (rule.sum === undefined || rule.cardinality === '1:1') return 'exact'
  const totals = { source: sumOf(rule.sum, 'source', source), target: sumOf(rule.sum, 'target', target) }
  const { difference, isAboveHalf } = compareSums(rule.sum, totals)
  return isAboveHalf ? 'medium' : isZero(difference) ? 'exact' : 'high'
}
