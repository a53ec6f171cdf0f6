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

/** The statuses of a record. A held record is part of a tie under review: no later rule sees it. */
export const status = { open: 0, matched: 1, held: 2, excluded: 3, netted: 4 } as const

export type Status = (typeof status)[keyof typeof status]

/** Candidates that a result names for one record, at most. */
export const candidateCountMax = 3

/** Rows of both sides. */
export type Rows = BySide<readonly number[]>

export interface SideState {
  readonly table: Table
  readonly ordering: Ordering
  /** Row → `status`. */
  readonly statuses: Uint8Array
}

/** Records that a rule has matched or suggested. One row a side, or several by id where the rule groups records. */
export interface Match extends Rows {
  readonly rule: BoundRule
  /** One row for each node of a group: its twins compare alike. */
  readonly nodes?: Rows
  /** Whether the records were taken from among their twins: another pairing of the twins would be as good. */
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
  /** Up to three pairs for each record, [source row, target row]. */
  readonly candidates: readonly (readonly [number, number])[]
  /** Why sums were not compared. */
  readonly code?: 'one_side_count'
  /** Of an anchor for which no subset adds up: what it could be chosen from. */
  readonly shortfall?: Shortfall
  /** Of `group_too_large`: what there is too much of. */
  readonly work?: WorkNeeded
}

/** The records that could make up an anchor, of which none do. */
export interface Shortfall {
  /** All of them, by id. */
  readonly items: readonly number[]
  /** What finding the nearest sum costs, in entries of tables. */
  readonly cost: number
  /**
   * The set whose sum is nearest to the anchor: the least absolute difference, then the fewest records, then the least
   * ids. By id.
   */
  nearest(): readonly number[]
}

/** Twins that were left over when others like them were matched. */
export interface Leftovers extends Rows {
  /** The twins of each side, those left over included. */
  readonly counts: BySide<number>
  /** The matches of the other twins. */
  readonly repeats: readonly Match[]
}

/** A rest, and the row that it is of. */
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

/** The account of one rule's pass over the records that were open. */
export type Pass = {
  readonly rule: string
  readonly action: Rule['action']
  /**
   * Pairs of twin nodes for which every criterion held; blocking keys for a rule that groups records. A block that is
   * too large counts as none.
   */
  readonly candidates: number
  readonly matches: number
  /** Pairs and groups that a netting rule took out of their side. */
  readonly netted: number
  /** Suggestions of the pass. The run drops a suggestion in the end when a later rule matches its records. */
  readonly suggestions: number
  /** Ties that the rule held for review or left to later rules. */
  readonly ambiguous: number
  /** All other findings: sums that differ, and blocks, components and searches that were too large. */
  readonly findings: number
  readonly excludedSource: number
  readonly excludedTarget: number
  /** Records that are neither matched, netted nor excluded after the pass. Records under review are among them. */
  readonly leftSource: number
  readonly leftTarget: number
}

export interface RunState {
  /** The enabled rules, in order, each tied to the tables as they are when it runs. */
  readonly rules: BoundRule[]
  /** The attributes that rules of the policy name, by which twins are told apart. */
  readonly attributePaths: readonly string[]
  /** A side is replaced by a longer one when a rule leaves a rest. */
  source: SideState
  target: SideState
  readonly matches: Match[]
  /** What netting rules took out. In place of the source stand the positive amounts of the rule's one side. */
  readonly nettings: Match[]
  /** The suggestions of all passes. A suggestion claims no record: later rules may match its records otherwise. */
  readonly suggestions: Match[]
  readonly findings: Finding[]
  readonly leftovers: Leftovers[]
  readonly exclusions: Exclusion[]
  /** What matches left unsettled, in the order in which the rows were added. */
  readonly residuals: Residual[]
  /** The same by the rows of their origins. */
  readonly residualOf: BySide<Map<number, Residual>>
  /** The sides as they were read, without what matches left unsettled. */
  readonly begun: BySide<SideState>
  readonly passes: Pass[]
  readonly work: Work
  /** Of all records, where the tables hold a part of them. */
  readonly facts?: WholeFacts
}

/** What a run has taken before its first rule. */
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

/** Gives rows of both sides a status. Changes `run`. */
export function mark(run: RunState, rows: Rows, to: Status): void {
  for (const side of sides) for (const row of rows[side]) run[side].statuses[row] = to
}

/** Adds a match and marks its records, or adds a suggestion, as the rule's action is. Changes `run`. */
export function addMatch(run: RunState, match: Match): void {
  if (match.rule.compiled.rule.action === 'suggest') {
    run.suggestions.push(match)
    return
  }
  mark(run, match, match.rule.compiled.rule.side === undefined ? status.matched : status.netted)
  run.matches.push(match)
}

/** Whether the records of a finding are under review, so that no later rule sees them. */
export const isHeld = ({ reason, rule }: Finding): boolean =>
  reason === 'ambiguous' && rule.compiled.rule.ambiguous === 'review'
