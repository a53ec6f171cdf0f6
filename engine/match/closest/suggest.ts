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

interface SuggestionScope {
  readonly isOpen: (side: Side, row: number) => boolean
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
 * each listed one to `listed`. Records are known by their rows, or by numbers.
 */
export function suggestionFilter({ isOpen, listed = noListed() }: SuggestionScope): (suggestion: Rows) => boolean {
  const { counts, pairs } = listed
  return (suggestion) => {
    const isListed = (side: Side): boolean =>
      suggestion[side].every((row) => isOpen(side, row) && (counts[side].get(row) ?? 0) < suggestionCountMax)
    if (pairs.has(pairOf(suggestion)) || !sides.every(isListed)) return false
    noteListed(listed, suggestion)
    return true
  }
}

export function noteListed({ counts, pairs }: ListedSuggestions, numbers: Rows): void {
  pairs.add(pairOf(numbers))
  for (const side of sides)
    for (const number of numbers[side]) counts[side].set(number, (counts[side].get(number) ?? 0) + 1)
}

const pairOf = ({ source, target }: Rows): string => `${source} ${target}`
