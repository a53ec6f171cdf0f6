import { isText } from '../../base/json-shape.ts'
import type { Side } from '../../record/side.ts'
import { readRest } from './rest-check.ts'
import type { ResultEntry } from './result-entry.ts'

/**
 * The auditor's own counts of a result's lines, apart from those of `engine/result/` on purpose, see `record-tally.ts`.
 * A break of several lines counts as one.
 */
export interface ResultTally {
  add(entry: ResultEntry): void
  /** How many matches, suggestions, breaks or netted lines there are. */
  count(kind: 'match' | 'suggestion' | 'break' | 'netted' | 'residual'): number
  /** How many matches of a confidence, or breaks of a reason. */
  countOf(kind: 'match' | 'break', level: string): number
  /** How many matches a rule made. */
  matchesOf(rule: string): number
  /** How many pairs and groups a rule netted. */
  nettedBy(rule: string): number
  /** How many ambiguous breaks name a rule. */
  tiesOf(rule: string): number
  /** How many records of a side a rule matched, netted or excluded. */
  takenBy(rule: string, side: Side): number
  /** How many items of a side a rule left over. */
  leftOverBy(rule: string, side: Side): number
  /** The reasons of the breaks, in no order. */
  reasons(): readonly string[]
}

/** An empty tally. */
export function createResultTally(): ResultTally {
  const ofKind = createCounts()
  const ofLevel = { match: createCounts(), break: createCounts() }
  const matches = createCounts()
  const netted = createCounts()
  const ties = createCounts()
  const taken = { source: createCounts(), target: createCounts() }
  const leftOver = { source: createCounts(), target: createCounts() }
  const groups = new Set<string>()
  const isRepeated = ({ line: { group } }: ResultEntry): boolean => {
    if (!isText(group)) return false
    if (groups.has(group)) return true
    groups.add(group)
    return false
  }
  return {
    add(entry) {
      const { kind, level, rule, source, target } = entry
      if (kind === 'match' || kind === 'excluded' || kind === 'netted') {
        taken.source.add(rule, source.length)
        taken.target.add(rule, target.length)
      }
      if (kind === 'break' && isRepeated(entry)) return
      ofKind.add(kind)
      if (kind === 'match' || kind === 'break') ofLevel[kind].add(level)
      if (kind === 'match') matches.add(rule)
      const rest = kind === 'match' ? readRest(entry.line) : undefined
      if (rest !== undefined && !isText(rest)) {
        leftOver[rest.side].add(rule)
        ofKind.add('residual')
      }
      if (kind === 'netted') netted.add(rule)
      if (level === 'ambiguous') ties.add(rule)
    },
    count: ofKind.at,
    countOf: (kind, level) => ofLevel[kind].at(level),
    matchesOf: matches.at,
    nettedBy: netted.at,
    tiesOf: ties.at,
    takenBy: (rule, side) => taken[side].at(rule),
    leftOverBy: (rule, side) => leftOver[side].at(rule),
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
