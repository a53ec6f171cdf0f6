import { at } from '../base/at.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import type { Match } from '../match/state/run-state.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import { exactAmount } from '../rules/criteria/exact-amount.ts'
import { exactDate } from '../rules/criteria/exact-date.ts'
import { exactText } from '../rules/criteria/exact-text.ts'
import { type Confidence, confidences } from '../rules/language/language.ts'
import { confidenceOf } from './confidence.ts'
import { columnTypeOf } from './shown-field.ts'

/**
 * `confidenceOf` for the pairs of one rule. The confidence of a pair depends on a few facts alone: whether the match is
 * ambiguous, and for each criterion whether both records have a value, which evidence the values give and whether they
 * identify. Pairs of the same facts have the same confidence, which is worked out once for each combination of facts.
 *
 * `presence` tells pairs apart by the fields that have a value on both sides: a number with one bit for each criterion at
 * most.
 */
export function createPairConfidence({ criteria }: BoundRule): (match: Match, presence: number) => Confidence {
  const graded = criteria.filter((bound) => !isToldByPresence(bound))
  const codeCount = 2 ** (1 + criteria.length) * factCount ** graded.length
  // Above it, two combinations of facts may round to one number.
  if (codeCount > Number.MAX_SAFE_INTEGER) return confidenceOf
  const known = new Map<number, Confidence>()
  return (match, presence) => {
    let code = 2 * presence + Number(match.ambiguous)
    for (const bound of graded) {
      const [source, target] = [at(match.source, 0), at(match.target, 0)]
      const level = confidences.indexOf(bound.evidence(source, target))
      const isIdentity = bound.criterion.kind.identifies && bound.identifies(source, target)
      code = code * factCount + 2 * level + Number(isIdentity)
    }
    const before = known.get(code)
    if (before !== undefined) return before
    const confidence = confidenceOf(match)
    known.set(code, confidence)
    return confidence
  }
}

/** In how many ways a criterion may grade the values of a pair: by its evidence, and by whether they identify. */
const factCount = 2 * confidences.length

/**
 * Whether all pairs with values on both sides are alike under a criterion: under plain equality of the texts that lines
 * show. Of a text that is normalised nothing may be left, and a line shows an attribute that is compared as a number.
 */
function isToldByPresence({ criterion, normalizing }: BoundCriterion): boolean {
  const { kind, sourceField, targetField } = criterion
  const isPlain = kind === exactAmount || kind === exactDate || (kind === exactText && normalizing === undefined)
  return isPlain && columnTypeOf(sourceField) === kind.type && columnTypeOf(targetField) === kind.type
}
