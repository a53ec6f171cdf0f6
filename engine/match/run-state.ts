import type { Table } from '../record/table.ts'
import type { Plan } from '../rules/plan.ts'
import { type BoundRule, bindRule } from './bound-rule.ts'
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
  readonly reason: 'ambiguous' | 'group_too_large' | 'sum_mismatch'
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

/** What a rule did, as the run's summary tells it. Records under review count as left. */
export interface RuleTally {
  readonly id: string
  readonly matches: number
  readonly ambiguous: number
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
  readonly tallies: RuleTally[]
}

/** A run before its first rule: every record open. */
export function createRunState(source: Table, target: Table, plan: Plan): RunState {
  const side = (table: Table): SideState => ({
    table,
    ordering: orderRecords(table, plan.attributePaths),
    statuses: new Uint8Array(table.rowCount),
  })
  return {
    rules: plan.compiled.filter(({ rule }) => rule.enabled).map((rule) => bindRule(rule, source, target)),
    source: side(source),
    target: side(target),
    matches: [],
    suggestions: [],
    findings: [],
    surpluses: [],
    exclusions: [],
    tallies: [],
  }
}
