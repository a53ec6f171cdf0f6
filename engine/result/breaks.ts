import { byteAt, uint32At } from '../base/at.ts'
import type { Slices } from '../base/slices.ts'
import { isHeld, type Leftovers, type RunState, status } from '../match/state/run-state.ts'
import { rowsBySide } from '../match/state/seen-run.ts'
import { type Side, sides } from '../record/side.ts'
import type { Break, MatchIds } from './break.ts'
import { affordableSearches, findingBreaks } from './finding-break.ts'
import type { PartOf } from './line.ts'
import { classifyOpenRecords, type OpenRecords } from './open-records.ts'
import { addPart } from './part-of.ts'
import type { SideRows } from './record-ids.ts'
import { type Places, placeRecords } from './record-order.ts'

/**
 * Puts every record that is neither matched, netted nor excluded into exactly one break. The order is: ties under
 * review; other findings whose records are all still open, the earliest first; leftover twins; the other open records,
 * with their near misses. A caller that has placed the records already passes `places`.
 */
export function* classifyBreaks(
  run: RunState,
  ids: MatchIds,
  places: () => Places = () => placeRecords(run, run.rules[0]?.compiled.turns),
): Slices<Break[]> {
  const free = { source: openRows(run, 'source'), target: openRows(run, 'target') }
  const take = (rows: SideRows): void => {
    for (const row of rows.source) free.source.delete(row)
    for (const row of rows.target) free.target.delete(row)
  }
  const found = run.findings.filter(isHeld)
  for (const finding of run.findings) {
    const rows = rowsBySide(finding.rule, finding)
    if (isHeld(finding) || !sides.every((side) => rows[side].every((row) => free[side].has(row)))) continue
    found.push(finding)
    take(rows)
  }
  const breaks = yield* findingBreaks(run, found, affordableSearches(found))
  for (const { source, target, counts, repeats } of run.leftovers) {
    const rows = {
      source: source.filter((row) => free.source.has(row)),
      target: target.filter((row) => free.target.has(row)),
    }
    if (rows.source.length + rows.target.length === 0) continue
    breaks.push(leftoverBreak({ counts, repeats, ...rows }, ids))
    take(rows)
  }
  const rules = run.rules.filter(({ compiled }) => compiled.rule.action === 'match')
  const open = { source: [...free.source], target: [...free.target], places, ids, partOf: partsIn(breaks) }
  for (const each of yield* classifyOpenRecords(run, rules, open)) breaks.push(each)
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

/** The open rows of a side in twin order. A loop instead of `filter`, since most records are not open. */
function openRows(run: RunState, side: Side): Set<number> {
  const { statuses, ordering } = run[side]
  const rows = new Set<number>()
  const { rowsInTwinOrder } = ordering
  for (let place = 0; place < rowsInTwinOrder.length; place++) {
    const row = uint32At(rowsInTwinOrder, place)
    if (byteAt(statuses, row) === status.open) rows.add(row)
  }
  return rows
}

/** What the records of nearest sets say in breaks of their own. */
function partsIn(breaks: readonly Break[]): OpenRecords['partOf'] {
  const parts = { source: new Map<number, PartOf>(), target: new Map<number, PartOf>() }
  for (const { set } of breaks) for (const row of set?.rows ?? []) if (set) addPart(parts[set.side], row, set.partOf)
  return ({ side, number }) => parts[side].get(number)
}
