import type { BoundRule } from '../match/state/bound-rule.ts'
import { type Pair, pairMatch } from '../match/state/match-list.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import { exactAmount } from '../rules/criteria/exact-amount.ts'
import { exactDate } from '../rules/criteria/exact-date.ts'
import { exactText } from '../rules/criteria/exact-text.ts'
import { type Confidence, confidences } from '../rules/language/language.ts'
import { confidenceOf } from './confidence.ts'
import { keepValue } from './keep-value.ts'
import { columnTypeOf } from './shown-field.ts'

/**
 * Makes a fast `confidenceOf` for the pairs of one rule. Confidence depends on a few facts: whether the match is
 * ambiguous, and for each criterion whether both records have a value, its level of evidence and whether the values
 * identify. The confidence of the latest combinations is kept.
 *
 * `standings` is a number for the standings of the compared fields, below 4 ^ criteria; equal standings have equal
 * numbers.
 */
export function createPairConfidence({ criteria }: BoundRule): (pair: Pair, standings: number) => Confidence {
  const graded = criteria.filter((bound) => !isToldByPresence(bound))
  const codeCount = 2 ** (1 + 2 * criteria.length) * factCount ** graded.length
  // With more combinations, two of them could be rounded to the same number.
  if (codeCount > Number.MAX_SAFE_INTEGER) return (pair) => confidenceOf(pairMatch(pair))
  const known = new Map<number, Confidence>()
  let [last, lastCode]: [Confidence, number] = ['low', -1]
  return (pair, standings) => {
    const { how, source, target } = pair
    let code = 2 * standings + Number(how.ambiguous)
    for (const bound of graded) {
      const level = confidences.indexOf(bound.evidence(source, target))
      const isIdentity = bound.criterion.kind.identifies && bound.identifies(source, target)
      code = code * factCount + 2 * level + Number(isIdentity)
    }
    if (code !== lastCode) {
      const found = known.get(code)
      last = found ?? confidenceOf(pairMatch(pair))
      if (found === undefined) keepValue(known, code, last)
      lastCode = code
    }
    return last
  }
}

const factCount = 2 * confidences.length

/**
 * Whether the presence of values alone gives the level of a criterion. This is so for plain equality of the values that
 * lines show. It is not so where normalising may leave an empty text, or where an attribute is compared as a number.
 */
export function isToldByPresence({ criterion, normalizing }: BoundCriterion): boolean {
  const { kind, sourceField, targetField } = criterion
  const isPlain = kind === exactAmount || kind === exactDate || (kind === exactText && normalizing === undefined)
  return isPlain && columnTypeOf(sourceField) === kind.type && columnTypeOf(targetField) === kind.type
}
