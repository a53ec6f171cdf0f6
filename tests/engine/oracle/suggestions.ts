import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { sides } from './values.ts'
import { idsOf, type Match, type World } from './world.ts'

const suggestionCountMax = 3

/** The suggestions of records that nothing claimed: each pair or set once, a record in three at most, rules in order. */
export function openSuggestions({ suggestions, matches, nettings, exclusions }: World): Match[] {
  const gone = new Set([
    ...[...matches, ...nettings].flatMap(({ source, target }) => [...source, ...target]),
    ...exclusions.map(({ record }) => record),
  ])
  const listed: Match[] = []
  const isFull = (record: CanonicalRecord): boolean =>
    listed.filter((each) => sides.some((side) => each[side].includes(record))).length >= suggestionCountMax
  const namesOf = (match: Match): string => JSON.stringify([idsOf(match.source), idsOf(match.target)])
  for (const suggestion of suggestions) {
    const records = [...suggestion.source, ...suggestion.target]
    const isKnown = listed.some((each) => namesOf(each) === namesOf(suggestion))
    if (!isKnown && !records.some((record) => gone.has(record) || isFull(record))) listed.push(suggestion)
  }
  return listed
}
