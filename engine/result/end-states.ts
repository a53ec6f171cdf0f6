import { numberAt } from '../base/at.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import { type Finding, isHeld, type Rows, status } from '../match/state/run-state.ts'
import { rowsBySide } from '../match/state/seen-run.ts'
import { type BySide, type Side, sides } from '../record/side.ts'

/**
 * The state of each record after the last rule, a byte a record: a status, or `broken` for an open record that is in a
 * break already. `none`: no record has this number.
 */
export const endStates = { ...status, broken: 5, none: 6 } as const

/** By the row of a record, or by its number in pieces. */
export type EndStates = BySide<Uint8Array>

export const isFree = (states: EndStates, side: Side, record: number): boolean =>
  numberAt(states[side], record) === endStates.open

function take(states: EndStates, records: Rows): void {
  for (const side of sides) for (const record of records[side]) states[side][record] = endStates.broken
}

/** Opens records again whose findings became no breaks. */
export function release(states: EndStates, records: BySide<Iterable<number>>): void {
  for (const side of sides) for (const record of records[side]) states[side][record] = endStates.open
}

type FindingOf = Rows & Pick<Finding, 'reason'> & { readonly rule: Pick<BoundRule, 'compiled'> }

/**
 * Makes a test that says whether a finding becomes a break: if it is held, or if its records are all open and in no
 * break, which then takes them. Call it for all findings in the order of the rules.
 */
export const findingFilter =
  (states: EndStates) =>
  (finding: FindingOf): boolean => {
    if (isHeld(finding)) return true
    const records = rowsBySide(finding.rule, finding)
    const isWhole = sides.every((side) => records[side].every((record) => isFree(states, side, record)))
    if (isWhole) take(states, records)
    return isWhole
  }

/** Leftover twins of which some are open and in no break: these, in a break of their own. `recordOf` names a twin. */
export function* takeLeftovers<Twin, Leftovers extends BySide<readonly Twin[]>>(
  leftovers: Iterable<Leftovers>,
  states: EndStates,
  recordOf: (twin: Twin) => number,
): Generator<Leftovers> {
  for (const twins of leftovers) {
    const freeIn = (side: Side): Twin[] => twins[side].filter((twin) => isFree(states, side, recordOf(twin)))
    const free = { source: freeIn('source'), target: freeIn('target') }
    if (free.source.length + free.target.length === 0) continue
    take(states, { source: free.source.map(recordOf), target: free.target.map(recordOf) })
    yield { ...twins, ...free }
  }
}
