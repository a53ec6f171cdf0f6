import type { BoundRule, Side } from '../bound-rule.ts'
import { type Match, type RunState, status } from '../run-state.ts'
import type { Choice, Taken } from './closest-tiers.ts'
import { spreadTies, suggestionCountMax } from './tie-suggestions.ts'

/**
 * Settles a component for a rule of `action: "suggest"`: one node and one node are suggested, twins in their order;
 * where there was a choice, every record is suggested with up to three of those that it ties with, flagged ambiguous.
 * Claims and holds nothing: what is returned is taken from the later tiers of this rule only. Changes `run`.
 */
export function suggest(run: RunState, rule: BoundRule, choice: Choice): Taken {
  const [source, target] = [choice.source.flat(), choice.target.flat()]
  if (choice.source.length > 1 || choice.target.length > 1) {
    for (const pair of spreadTies(run, choice))
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

/** Suggests row by row, first with first. Changes `run`. */
export function suggestPairs(run: RunState, { source, target }: Taken, how: Omit<Match, 'source' | 'target'>): void {
  for (const [index, row] of source.entries())
    run.suggestions.push({ ...how, source: [row], target: [target[index] ?? 0] })
}

/**
 * The suggestions of a run whose records are still open at the end, in the order of the rules: a pair is suggested
 * once, by the first rule that found it, and a record three times at most.
 */
export function openSuggestions(run: RunState): Match[] {
  const countByRow = { source: new Map<number, number>(), target: new Map<number, number>() }
  const isFull = (side: Side, row: number): boolean => (countByRow[side].get(row) ?? 0) >= suggestionCountMax
  const isOpen = (side: Side, row: number): boolean => {
    const state = run[side].statuses[row]
    return state === status.open || state === status.held
  }
  const seen = new Set<string>()
  return run.suggestions.filter(({ source, target }) => {
    const pair = `${source} ${target}`
    const rows = [
      ...source.map((row): [Side, number] => ['source', row]),
      ...target.map((row): [Side, number] => ['target', row]),
    ]
    if (seen.has(pair) || rows.some(([side, row]) => !isOpen(side, row) || isFull(side, row))) return false
    seen.add(pair)
    for (const [side, row] of rows) countByRow[side].set(row, (countByRow[side].get(row) ?? 0) + 1)
    return true
  })
}
