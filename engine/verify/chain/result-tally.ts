import { isText } from '../../base/json-shape.ts'
import type { ResultEntry } from './result-entry.ts'

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
  const ofKind = createCounts()
  const ofLevel = { match: createCounts(), break: createCounts() }
  const matches = createCounts()
  const ties = createCounts()
  const taken = { source: createCounts(), target: createCounts() }
  const groups = new Set<string>()
  const isRepeated = ({ line: { group } }: ResultEntry): boolean => {
    if (!isText(group) || groups.has(group)) return isText(group)
    groups.add(group)
    return false
  }
  return {
    add(entry) {
      const { kind, level, rule, source, target } = entry
      if (kind === 'match' || kind === 'excluded') {
        taken.source.add(rule, source.length)
        taken.target.add(rule, target.length)
      }
      if (kind === 'break' && isRepeated(entry)) return
      ofKind.add(kind)
      if (kind === 'match' || kind === 'break') ofLevel[kind].add(level)
      if (kind === 'match') matches.add(rule)
      if (level === 'ambiguous') ties.add(rule)
    },
    count: ofKind.at,
    countOf: (kind, level) => ofLevel[kind].at(level),
    matchesOf: matches.at,
    tiesOf: ties.at,
    takenBy: (rule, side) => taken[side].at(rule),
    reasons: ofLevel.break.names,
  }
}

/** Counts by name. */
function createCounts() {
  const counts = new Map<string, number>()
  return {
    add(name: string, count = 1): void {
      counts.set(name, (counts.get(name) ?? 0) + count)
    },
    at: (name: string): number => counts.get(name) ?? 0,
    names: (): readonly string[] => [...counts.keys()],
  }
}
