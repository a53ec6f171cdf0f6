import { at, numberAt } from '../../base/at.ts'
import { type BySide, type Side, sides } from '../../record/side.ts'
import type { BoundRule } from '../state/bound-rule.ts'
import { type Match, type Rows, type RunState, status } from '../state/run-state.ts'
import type { Choice } from './closest-tiers.ts'
import { suggestionCountMax, tieSuggestions } from './tie-suggestions.ts'

/**
 * Applies a rule of `action: "suggest"` to a component. A component of one node a side is suggested, twins in their
 * order. Some pairs of a tie are suggested and flagged ambiguous. Returns the rows that later tiers of the rule do not
 * see; other rules still see them. Changes `run`.
 */
export function suggestChoice(run: RunState, rule: BoundRule, choice: Choice): Rows {
  const [source, target] = [choice.source.flat(), choice.target.flat()]
  if (choice.source.length > 1 || choice.target.length > 1) {
    for (const pair of tieSuggestions(run, choice))
      run.suggestions.push({
        rule,
        source: [pair.source],
        target: [pair.target],
        interchangeable: false,
        ambiguous: true,
      })
    return { source, target }
  }
  const count = Math.min(source.length, target.length)
  const interchangeable = source.length > 1 || target.length > 1
  const taken = { source: source.slice(0, count), target: target.slice(0, count) }
  suggestPairs(run, taken, { rule, interchangeable, ambiguous: false })
  return taken
}

export function suggestPairs(run: RunState, { source, target }: Rows, how: Omit<Match, keyof Rows>): void {
  for (const [index, row] of source.entries())
    run.suggestions.push({ ...how, source: [row], target: [at(target, index)] })
}

/**
 * The suggestions of a finished run whose records are all still open, in the order of the rules. A pair is listed once,
 * a record three times at most.
 */
export const openSuggestions = (run: RunState): Match[] =>
  run.suggestions.filter(
    suggestionFilter({
      isOpen(side, row) {
        const current = numberAt(run[side].statuses, row)
        return current === status.open || current === status.held
      },
    }),
  )

/** `numberOf` gives a record the same number in every table; without it, records are known by their row. */
interface SuggestionScope {
  readonly isOpen: (side: Side, row: number) => boolean
  readonly numberOf?: (side: Side, row: number) => number
  readonly listed?: ListedSuggestions
}

export interface ListedSuggestions {
  readonly counts: BySide<Map<number, number>>
  readonly pairs: Set<string>
}

export const noListed = (): ListedSuggestions => ({
  counts: { source: new Map(), target: new Map() },
  pairs: new Set(),
})

/**
 * Makes a test that says whether a suggestion is listed. Call it for all suggestions in the order of the rules: it adds
 * each listed one to `listed`.
 */
export function suggestionFilter({
  isOpen,
  numberOf = (_, row) => row,
  listed = noListed(),
}: SuggestionScope): (suggestion: Rows) => boolean {
  const { counts, pairs } = listed
  const countOf = (side: Side, row: number): number => counts[side].get(numberOf(side, row)) ?? 0
  return (suggestion) => {
    const numbers = {
      source: suggestion.source.map((row) => numberOf('source', row)),
      target: suggestion.target.map((row) => numberOf('target', row)),
    }
    const isListed = (side: Side): boolean =>
      suggestion[side].every((row) => isOpen(side, row) && countOf(side, row) < suggestionCountMax)
    if (pairs.has(pairOf(numbers)) || !sides.every(isListed)) return false
    noteListed(listed, numbers)
    return true
  }
}

export function noteListed({ counts, pairs }: ListedSuggestions, numbers: Rows): void {
  pairs.add(pairOf(numbers))
  for (const side of sides)
    for (const number of numbers[side]) counts[side].set(number, (counts[side].get(number) ?? 0) + 1)
}

const pairOf = ({ source, target }: Rows): string => `${source} ${target}`
