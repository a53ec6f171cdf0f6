import { byteAt, int32At, uint32At } from '../base/at.ts'
import type { Slices } from '../base/slices.ts'
import type { Leftovers, RunState } from '../match/state/run-state.ts'
import type { Side } from '../record/side.ts'
import type { Break, MatchIds } from './break.ts'
import { type EndStates, endStates, findingFilter, release, takeLeftovers } from './end-states.ts'
import { affordableSearches, findingBreaks } from './finding-break.ts'
import type { PartOf } from './line.ts'
import { classifyOpenRecords, type OpenRecords } from './open-records.ts'
import { addPart } from './part-of.ts'
import { type Places, placeRecords } from './record-order.ts'

/**
 * Puts every record that is neither matched, netted nor excluded into exactly one break. The order is: ties under
 * review; other findings whose records are all still open, the earliest first; leftover twins; the other open records,
 * with their near misses. An anchor without a near set is one of these others, and in no later finding or leftover
 * twins. A caller that has placed the records already passes `places`.
 */
export function* classifyBreaks(
  run: RunState,
  ids: MatchIds,
  places: () => Places = () => placeRecords(run, run.rules[0]?.compiled.turns),
): Slices<Break[]> {
  const states = { source: run.source.statuses.slice(), target: run.target.statuses.slice() }
  const found = run.findings.filter(findingFilter(states))
  const ofFindings = yield* findingBreaks(run, found, affordableSearches(found))
  const breaks = [...ofFindings.breaks]
  for (const twins of takeLeftovers(run.leftovers, states, (row: number) => row)) breaks.push(leftoverBreak(twins, ids))
  release(states, ofFindings.released)
  const rules = run.rules.filter(({ compiled }) => compiled.rule.action === 'match')
  const open = { source: freeRows(run, states, 'source'), target: freeRows(run, states, 'target') }
  const known = { ...open, places, ids, partOf: partsIn(breaks) }
  for (const each of yield* classifyOpenRecords(run, rules, known)) breaks.push(each)
  return breaks
}

export const leftoverBreak = <Repeated>(
  { source, target, counts, repeats }: Omit<Leftovers, 'repeats'> & { readonly repeats: readonly Repeated[] },
  ids: { ofMatch(match: Repeated): string },
): Break => ({
  source,
  target,
  line: { kind: 'break', reason: 'duplicate', counts, repeats: repeats.map(ids.ofMatch).sort() },
  candidates: [],
})

/** The rows of a side in no break yet, in twin order. Only their ranks are sorted, since most records are not open. */
function freeRows(run: RunState, endings: EndStates, side: Side): number[] {
  const { rowsInTwinOrder, twinRank } = run[side].ordering
  const states = endings[side]
  const ranks: number[] = []
  for (let row = 0; row < states.length; row++)
    if (byteAt(states, row) === endStates.open) ranks.push(int32At(twinRank, row))
  return Array.from(Uint32Array.from(ranks).sort(), (rank) => uint32At(rowsInTwinOrder, rank))
}

/** What the records of nearest sets say in breaks of their own. */
function partsIn(breaks: readonly Break[]): OpenRecords['partOf'] {
  const parts = { source: new Map<number, PartOf>(), target: new Map<number, PartOf>() }
  for (const { set } of breaks) for (const row of set?.rows ?? []) if (set) addPart(parts[set.side], row, set.partOf)
  return ({ side, number }) => parts[side].get(number)
}
