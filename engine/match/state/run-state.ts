import type { Decimal } from '../../base/decimal.ts'
import { type BySide, type Side, sides } from '../../record/side.ts'
import type { Table } from '../../record/table.ts'
import type { Rule } from '../../rules/language/language.ts'
import type { BoundRule } from './bound-rule.ts'
import type { WorkNeeded } from './limits.ts'
import type { Ordering } from './twins.ts'
import type { WholeFacts } from './whole-facts.ts'
import type { Work } from './work.ts'

/** The state of a run between two rules. Rows are positions in a side's table. */

/** A held record is part of a tie under review: no later rule sees it. */
export const status = { open: 0, matched: 1, held: 2, excluded: 3, netted: 4 } as const

export type Status = (typeof status)[keyof typeof status]

/** Candidates that a result names for one record, at most. */
export const candidateCountMax = 3

export type Rows = BySide<readonly number[]>

export interface SideState {
  readonly table: Table
  readonly ordering: Ordering
  /** Row → `status`. */
  readonly statuses: Uint8Array
}

/** Records that a rule has matched or suggested: one row a side, or several by id where the rule groups records. */
export interface Match extends Rows {
  readonly rule: BoundRule
  /** One row for each node of a group, since its twins compare alike. */
  readonly nodes?: Rows
  /** Whether some records were chosen from among twins: another pairing of the twins would be as good. */
  readonly interchangeable: boolean
  /** Whether another choice was as good. Such records are suggested, or matched by `ambiguous: best`. */
  readonly ambiguous: boolean
}

/**
 * Records for which a rule could not decide. A finding becomes a break when all of its records are still open at the
 * end of the run.
 */
export interface Finding extends Rows {
  readonly reason: 'ambiguous' | 'group_too_large' | 'subset_limit' | 'sum_mismatch'
  readonly rule: BoundRule
  /** Up to three for each record. */
  readonly candidates: readonly (readonly [number, number])[]
  /** Why sums were not compared. */
  readonly code?: 'one_side_count'
  readonly shortfall?: Shortfall
  /** What the rule needs more of than its limit allows. */
  readonly work?: WorkNeeded
}

/** The items of an anchor for which no subset adds up. */
export interface Shortfall {
  /** By id. */
  readonly items: readonly number[]
  /** Entries of tables that finding the nearest sum reads. */
  readonly cost: number
  /**
   * The set whose sum is nearest to the anchor: the least absolute difference, then the fewest records, then the least
   * ids. Rows by id.
   */
  nearest(): readonly number[]
}

/** Twins that were left over when others like them were matched. */
export interface Leftovers extends Rows {
  /** The twins of each side, the leftovers included. */
  readonly counts: BySide<number>
  readonly repeats: readonly Match[]
}

/** What a match leaves open, as a row of its own. */
export interface Residual {
  readonly match: Match
  readonly side: Side
  readonly row: number
  /** The last of the side's records in the match by (date, id). */
  readonly origin: number
  readonly amount: Decimal
}

export interface Exclusion extends Rows {
  readonly ruleId: string
}

export type Pass = {
  readonly rule: string
  readonly action: Rule['action']
  /**
   * Pairs of twin nodes that meet every criterion; for a rule that groups records, blocking keys. A block that is too
   * large counts 0.
   */
  readonly candidates: number
  readonly matches: number
  readonly netted: number
  /** The run drops a suggestion in the end when a later rule matches its records. */
  readonly suggestions: number
  /** Held for review or left to later rules. */
  readonly ambiguous: number
  /** All other findings: sums that differ, and blocks, components and searches that were too large. */
  readonly findings: number
  readonly excludedSource: number
  readonly excludedTarget: number
  /** Records that are neither matched, netted nor excluded after the pass; records under review are among them. */
  readonly leftSource: number
  readonly leftTarget: number
}

export interface RunState {
  /** In order, each bound to the tables as they are when it runs. */
  readonly rules: BoundRule[]
  /** The attributes that rules of the policy name; twins are equal in them. */
  readonly attributePaths: readonly string[]
  /** Replaced by a longer side when a rule leaves a residual. */
  source: SideState
  target: SideState
  readonly matches: Match[]
  /** What netting rules took out; positive amounts of the rule's side stand in the place of the source. */
  readonly nettings: Match[]
  /** A suggestion claims no record: later rules may match its records otherwise. */
  readonly suggestions: Match[]
  readonly findings: Finding[]
  readonly leftovers: Leftovers[]
  readonly exclusions: Exclusion[]
  /** In the order in which the rows were added. */
  readonly residuals: Residual[]
  /** By the row of the origin. */
  readonly residualOf: BySide<Map<number, Residual>>
  /** The sides as they were read, without residuals. */
  readonly begun: BySide<SideState>
  readonly passes: Pass[]
  readonly work: Work
  /** Facts of all records, where the tables hold only some. */
  readonly facts?: WholeFacts
}

export const nothingTaken = () =>
  ({
    matches: [],
    nettings: [],
    suggestions: [],
    findings: [],
    leftovers: [],
    exclusions: [],
    residuals: [],
    residualOf: { source: new Map(), target: new Map() },
    passes: [],
  }) satisfies Partial<RunState>

export function mark(run: RunState, rows: Rows, to: Status): void {
  for (const side of sides) for (const row of rows[side]) run[side].statuses[row] = to
}

/** Suggests, matches or nets, as the rule says. Changes `run`. */
export function addMatch(run: RunState, match: Match): void {
  if (match.rule.compiled.rule.action === 'suggest') {
    run.suggestions.push(match)
    return
  }
  mark(run, match, match.rule.compiled.rule.side === undefined ? status.matched : status.netted)
  run.matches.push(match)
}

/** No later rule sees the records then. */
export const isHeld = ({ reason, rule }: Finding): boolean =>
  reason === 'ambiguous' && rule.compiled.rule.ambiguous === 'review'
