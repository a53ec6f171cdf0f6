import type { Table } from '../record/table.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import type { Rule } from '../rules/language.ts'
import { type BoundRule, bindRule, type Side } from './bound-rule.ts'
import { type Ordering, orderRecords } from './twins.ts'

/** What has become of the records of a run so far. Rows are positions in a side's table. */

/** Where a record stands. A held record is part of an ambiguity under review: no later rule sees it. */
export const status = { open: 0, matched: 1, held: 2, excluded: 3 } as const

export interface SideState {
  readonly table: Table
  readonly ordering: Ordering
  /** Row → `status`. */
  readonly statuses: Uint8Array
}

export interface Match {
  readonly rule: BoundRule
  /** By id; several where the rule takes a group. */
  readonly source: readonly number[]
  readonly target: readonly number[]
  /** One row for each node of a group: what is compared of its records. */
  readonly nodes?: { readonly source: readonly number[]; readonly target: readonly number[] }
  /** One of several twins was taken: every pairing would say the same. */
  readonly interchangeable: boolean
  /** Taken by `ambiguous: best`, or suggested, where another choice was as good. */
  readonly ambiguous: boolean
}

/** Something a rule found but did not claim; it becomes a break when all of its records are still open at the end. */
export interface Finding {
  readonly reason: 'ambiguous' | 'group_too_large' | 'subset_limit' | 'sum_mismatch'
  readonly rule: BoundRule
  readonly source: readonly number[]
  readonly target: readonly number[]
  /** Up to three pairs for each record, [source row, target row]. */
  readonly candidates: readonly (readonly [number, number])[]
}

/** Twins that were left over when others like them were matched. */
export interface Surplus {
  readonly source: readonly number[]
  readonly target: readonly number[]
  /** How many twins there were on each side. */
  readonly counts: { readonly source: number; readonly target: number }
  readonly repeats: readonly Match[]
}

export interface Exclusion {
  readonly ruleId: string
  readonly source: readonly number[]
  readonly target: readonly number[]
}

/** What one rule did when its turn came. */
export type Pass = {
  readonly rule: string
  readonly action: Rule['action']
  /**
   * Pairs of twin nodes for which every criterion held; keys for a rule that takes groups. None in a block that has
   * more pairs than a rule may look at.
   */
  readonly candidates: number
  readonly matches: number
  /** As it found them: those of records that are matched later are dropped in the end. */
  readonly suggestions: number
  /** Ties that it held for review or left to later rules. */
  readonly ambiguous: number
  /** What it found besides and did not claim: sums that differ, and what was too much to look at. */
  readonly findings: number
  readonly excludedSource: number
  readonly excludedTarget: number
  /** Records that are in no match and not excluded after it, those under review included. */
  readonly leftSource: number
  readonly leftTarget: number
}

export interface RunState {
  /** The enabled rules, in order. */
  readonly rules: readonly BoundRule[]
  readonly source: SideState
  readonly target: SideState
  readonly matches: Match[]
  /** What `suggest` rules found: pairs that nothing claims, whatever becomes of their records. */
  readonly suggestions: Match[]
  readonly findings: Finding[]
  readonly surpluses: Surplus[]
  readonly exclusions: Exclusion[]
  readonly passes: Pass[]
}

/** A run before its first rule: every record open. */
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
  }
}

/**
 * A run that has ended as it stood before the rule at `position`, to be carried on by itself: what becomes of either
 * does not show in the other. O(records).
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
  }
  for (const match of rewound.matches) mark(rewound, match, status.matched)
  for (const exclusion of rewound.exclusions) mark(rewound, exclusion, status.excluded)
  for (const finding of rewound.findings) if (isHeld(finding)) mark(rewound, finding, status.held)
  return rewound
}

const openSide = (side: SideState): SideState => ({ ...side, statuses: new Uint8Array(side.statuses.length) })

function mark(run: RunState, rows: Pick<Match, Side>, state: number): void {
  for (const side of ['source', 'target'] as const) for (const row of rows[side]) run[side].statuses[row] = state
}

/** Whether no later rule sees the records of a finding. */
export const isHeld = ({ reason, rule }: Finding): boolean =>
  reason === 'ambiguous' && rule.compiled.rule.ambiguous === 'review'
