import type { Decimal } from '../base/decimal.ts'
import { createExactSums, type ExactSums } from '../base/exact-sums.ts'
import type { Match, RunState } from '../match/state/run-state.ts'
import type { DifferenceTotals } from './completeness.ts'
import { type Differences, differencesOf } from './differences.ts'
import type { MatchDifferences } from './match-differences.ts'
import type { SettledUnits } from './settled-units.ts'

export interface DifferenceSums {
  addMatch(match: Match): void
  addNetting(netting: Match): void
  /** Adds what a match by hand accepts under a label, and what its turned sign changes. */
  addDifferences(label: string, differences: Differences): void
  /**
   * The sums by currency. A currency has a member if any of its matches has a difference, even if the differences add
   * up to 0.
   */
  sums(): DifferenceTotals
}

export function createDifferenceSums(
  run: RunState,
  { currencies, scale }: SettledUnits,
  small: MatchDifferences,
): DifferenceSums {
  const newSums = (): ExactSums => createExactSums(currencies.length, scale)
  const turned = newSums()
  const acceptedByLabel = new Map<string, ExactSums>()
  const acceptedUnder = (label: string): ExactSums => {
    const sums = acceptedByLabel.get(label) ?? newSums()
    acceptedByLabel.set(label, sums)
    return sums
  }
  const addDifferences = (label: string, differences: Differences): void => {
    for (const [currency, amount] of differences.accepted)
      acceptedUnder(label).addDecimal(currencies.indexOf(currency), amount)
    for (const [currency, amount] of differences.turned) turned.addDecimal(currencies.indexOf(currency), amount)
  }
  const addAny = (match: Match): void => addDifferences(labelOf(match), differencesOf(run, match))
  const acceptedIn = (position: number): Map<string, Decimal> =>
    new Map([...acceptedByLabel].flatMap(([label, sums]) => namedSum(label, sums.at(position))))
  return {
    addMatch(match) {
      const difference = small.accepted(match)
      if (Number.isNaN(difference)) return addAny(match)
      const currency = small.currencyOf(match)
      if (difference !== 0) acceptedUnder(labelOf(match)).add(currency, difference)
      const half = small.halfTurned(match)
      if (half === 0) return
      turned.add(currency, half)
      turned.add(currency, half)
    },
    addNetting: addAny,
    addDifferences,
    sums: () => ({
      accepted: new Map(
        currencies
          .map((currency, position) => [currency, acceptedIn(position)] as const)
          .filter(([, sums]) => sums.size > 0),
      ),
      turned: new Map(currencies.flatMap((currency, position) => namedSum(currency, turned.at(position)))),
    }),
  }
}

const labelOf = (match: Match): string => match.rule.compiled.rule.variance ?? 'unlabelled'

const namedSum = (name: string, sum: Decimal | undefined): [string, Decimal][] =>
  sum === undefined ? [] : [[name, sum]]
