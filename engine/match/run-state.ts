import { type BySide, sides } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import type { Rule } from '../rules/language.ts'
import { type BoundRule, bindRule } from './bound-rule.ts'
import type { WorkNeeded } from './limits.ts'
import { type Ordering, orderRecords } from './twins.ts'
import { createWork, type Work } from './work.ts'

/** The state of a run between two rules. Rows are positions in a side's table. */

/** The statuses of a record. A held record is part of a tie under review: no later rule sees it. */
export const status = { open: 0, matched: 1, held: 2, excluded: 3 } as const

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
  /** Of `group_too_large`: what there is too much of. */
  readonly work?: WorkNeeded
}

/** Twins that were left over when others like them were matched. */
export interface Surplus extends Rows {
  /** The twins of each side, those left over included. */
  readonly counts: BySide<number>
  /** The matches of the other twins. */
  readonly repeats: readonly Match[]
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
  /** Suggestions of the pass. The run drops a suggestion in the end when a later rule matches its records. */
  readonly suggestions: number
  /** Ties that the rule held for review or left to later rules. */
  readonly ambiguous: number
  /** All other findings: sums that differ, and blocks, components and searches that were too large. */
  readonly findings: number
  readonly excludedSource: number
  readonly excludedTarget: number
  /** Records that are neither matched nor excluded after the pass. Records under review are among them. */
  readonly leftSource: number
  readonly leftTarget: number
}

export interface RunState {
  /** The enabled rules, in order. */
  readonly rules: readonly BoundRule[]
  readonly source: SideState
  readonly target: SideState
  readonly matches: Match[]
  /** The suggestions of all passes. A suggestion claims no record: later rules may match its records otherwise. */
  readonly suggestions: Match[]
  readonly findings: Finding[]
  readonly surpluses: Surplus[]
  readonly exclusions: Exclusion[]
  readonly passes: Pass[]
  readonly work: Work
}

/** The state of a run before its first rule: every record is open. O(n log n) for n records. */
export function createRunState(source: Table, target: Table, policy: CompiledPolicy): RunState {
  const side = (table: Table): SideState => ({
    table,
    ordering: orderRecords(table, policy.attributePaths),
    statuses: new Uint8Array(table.rowCount),
  })
  return {
    rules: policy.compiled.filter(({ rule }) => rule.enabled).map((rule) => bindRule(rule, source, target)),
    source: side(source),
    target: side(target),
    matches: [],
    suggestions: [],
    findings: [],
    surpluses: [],
    exclusions: [],
    passes: [],
    work: createWork(),
  }
}

/**
 * The state of a finished run as it was before the rule at `position`. The state is a copy: callers may go on from it
 * and leave `run` as it is. O(records).
 */
export function rewindRunState(run: RunState, position: number): RunState {
  const earlier = new Set(run.rules.slice(0, position))
  const ids = new Set([...earlier].map(({ compiled }) => compiled.rule.id))
  const rewound: RunState = {
    rules: run.rules,
    source: openSide(run.source),
    target: openSide(run.target),
    matches: run.matches.filter(({ rule }) => earlier.has(rule)),
    suggestions: run.suggestions.filter(({ rule }) => earlier.has(rule)),
    findings: run.findings.filter(({ rule }) => earlier.has(rule)),
    surpluses: run.surpluses.filter(({ repeats }) => repeats.some(({ rule }) => earlier.has(rule))),
    exclusions: run.exclusions.filter(({ ruleId }) => ids.has(ruleId)),
    passes: run.passes.slice(0, position),
    work: createWork({ limits: run.work.limits }),
  }
  for (const match of rewound.matches) mark(rewound, match, status.matched)
  for (const exclusion of rewound.exclusions) mark(rewound, exclusion, status.excluded)
  for (const finding of rewound.findings) if (isHeld(finding)) mark(rewound, finding, status.held)
  return rewound
}

const openSide = (side: SideState): SideState => ({ ...side, statuses: new Uint8Array(side.statuses.length) })

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
  mark(run, match, status.matched)
  run.matches.push(match)
}

/** Whether the records of a finding are under review, so that no later rule sees them. */
export const isHeld = ({ reason, rule }: Finding): boolean =>
  reason === 'ambiguous' && rule.compiled.rule.ambiguous === 'review'
