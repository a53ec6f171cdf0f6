import { at, numberAt, uint32At } from '../base/at.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import type { LinedRun, Match } from '../match/state/run-state.ts'
import { smallUnitsMax } from '../record/columns.ts'
import type { CompiledCriterion } from '../rules/criteria/criterion-kind.ts'
import { differencesOf } from './differences.ts'
import type { SettledUnits } from './settled-units.ts'
import { equalInPairs } from './shown-fields.ts'
import { isTurned, mayTurn } from './turned.ts'

/**
 * The differences of matches as plain numbers, for one currency and small sums. `differencesOf` covers all matches.
 * Nettings are not supported.
 */
export interface MatchDifferences {
  /** The position in `currencies` of the currency of the match's first source record. */
  currencyOf(match: Match): number
  /** The accepted difference in units: 0 for equal amounts, NaN where `differencesOf` has to compute it. */
  accepted(match: Match): number
  /**
   * The target's amount in units if its sign is turned, else 0. Turning the sign changes the total by twice this
   * amount. Requires that `accepted` is not NaN.
   */
  halfTurned(match: Match): number
  isAccepted(match: Match): boolean
  isTurned(match: Match): boolean
}

export function createMatchDifferences(run: LinedRun, { units, currencyOf }: SettledUnits): MatchDifferences {
  const isOpposite = createIsTurned(run)
  const currencyOfMatch = (match: Match): number => uint32At(currencyOf.source, at(match.source, 0))
  const accepted = (match: Match): number => {
    const currency = currencyOfMatch(match)
    const sign = isOpposite(match) ? -1 : 1
    let sum = 0
    for (const row of match.target) {
      sum += sign * numberAt(units.target, row)
      if (uint32At(currencyOf.target, row) !== currency || !isSmallSum(sum)) return Number.NaN
    }
    for (const row of match.source) {
      sum -= numberAt(units.source, row)
      if (uint32At(currencyOf.source, row) !== currency || !isSmallSum(sum)) return Number.NaN
    }
    return sum
  }
  return {
    currencyOf: currencyOfMatch,
    accepted,
    halfTurned: (match) =>
      isOpposite(match) ? match.target.reduce((sum, row) => sum + numberAt(units.target, row), 0) : 0,
    isAccepted(match) {
      const difference = accepted(match)
      return Number.isNaN(difference) ? differencesOf(run, match).accepted.size > 0 : difference !== 0
    },
    isTurned: isOpposite,
  }
}

const isSmallSum = (sum: number): boolean => Math.abs(sum) <= smallUnitsMax

/** Tells whether a match turns the target's sign. A rule that turns none is asked once. */
function createIsTurned(run: LinedRun): (match: Match) => boolean {
  const known = new Map<BoundRule, boolean>()
  return (match) => {
    const isPossible = known.get(match.rule) ?? mayTurn(match.rule)
    known.set(match.rule, isPossible)
    return isPossible && isTurned(run, match)
  }
}

/** Whether both records of every pair of a rule have the same amount and currency, so that no amounts are added up. */
export function isEvenRule(rule: BoundRule): boolean {
  const { sum, side, convert, residual } = rule.compiled.rule
  if (sum !== undefined || side !== undefined || convert !== undefined || residual !== undefined) return false
  const equal = equalInPairs(rule).map(({ criterion }) => criterion)
  const has = (field: string, wanted: (criterion: CompiledCriterion) => boolean): boolean =>
    equal.some((each) => each.sourceField === field && each.targetField === field && wanted(each))
  return has('amount', ({ nulls }) => nulls === 'fail') && has('currency', () => true)
}
