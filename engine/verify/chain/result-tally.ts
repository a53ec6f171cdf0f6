import { isText } from '../../base/json-shape.ts'
import type { Side } from '../../record/side.ts'
import { readResidual } from './residual-check.ts'
import type { ResultEntry } from './result-entry.ts'

/** The auditor's own counts: see `record-tally.ts`. A break that has several lines counts once. */
export interface ResultTally {
  add(entry: ResultEntry): void
  count(kind: 'match' | 'suggestion' | 'break' | 'netted' | 'residual'): number
  countOf(kind: 'match' | 'break', level: string): number
  matchesOf(rule: string): number
  /** How many pairs and groups the rule netted. */
  nettedBy(rule: string): number
  /** How many ambiguous breaks the rule left. */
  tiesOf(rule: string): number
  takenBy(rule: string, side: Side): number
  leftOverBy(rule: string, side: Side): number
  reasons(): readonly string[]
}

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
      const residual = kind === 'match' ? readResidual(entry.line) : undefined
      if (residual !== undefined && !isText(residual)) {
        leftOver[residual.side].add(rule)
        ofKind.add('residual')
      }
      if (kind === 'netted') netted.add(rule)
      // A tie between a record and its repeated booking is a duplicate that names the rule. Twins name no rule.
      if (level === 'ambiguous' || (level === 'duplicate' && rule !== '')) ties.add(rule)
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
