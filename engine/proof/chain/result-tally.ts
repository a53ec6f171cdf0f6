import { isText } from '../json-shape.ts'
import type { EntryKind, ResultEntry } from './result-entry.ts'

/** What a result's lines count up to. A break of several lines counts as one. */
export interface ResultTally {
  add(entry: ResultEntry): void
  /** Matches, suggestions or breaks. */
  count(kind: 'match' | 'suggestion' | 'break'): number
  /** Of the same by confidence or reason. */
  countOf(kind: 'match' | 'break', level: string): number
  /** Matches of a rule. */
  matchesOf(rule: string): number
  /** Breaks that a rule left because of a tie. */
  tiesOf(rule: string): number
  /** Records that a rule took out, by a match or an exclusion. */
  takenBy(rule: string, side: 'source' | 'target'): number
  /** Reasons of the breaks, in no order. */
  reasons(): readonly string[]
}

/** A tally of no lines yet. */
export function createResultTally(): ResultTally {
  const counts = new Map<string, number>()
  const groups = new Set<string>()
  const reasons = new Set<string>()
  const add = (key: readonly string[], count = 1): void => {
    const name = JSON.stringify(key)
    counts.set(name, (counts.get(name) ?? 0) + count)
  }
  const countAt = (...key: readonly string[]): number => counts.get(JSON.stringify(key)) ?? 0
  const isRepeated = ({ line: { group } }: ResultEntry): boolean => {
    if (!isText(group) || groups.has(group)) return isText(group)
    groups.add(group)
    return false
  }
  return {
    add(entry) {
      const { kind, level, rule, source, target } = entry
      if (kind === 'match' || kind === 'excluded') {
        add(['taken', rule, 'source'], source.length)
        add(['taken', rule, 'target'], target.length)
      }
      if (kind === 'break' && isRepeated(entry)) return
      if (kind === 'break') reasons.add(level)
      add([kind])
      add([kind, level])
      add([kind, 'of', rule])
      if (level === 'ambiguous') add(['tie', rule])
    },
    count: (kind) => countAt(kind),
    countOf: (kind, level) => countAt(kind, level),
    matchesOf: (rule) => countAt('match' satisfies EntryKind, 'of', rule),
    tiesOf: (rule) => countAt('tie', rule),
    takenBy: (rule, side) => countAt('taken', rule, side),
    reasons: () => [...reasons],
  }
}
