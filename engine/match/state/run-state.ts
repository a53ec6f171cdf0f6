import type { Decimal } from '../../base/decimal.ts'
import { type BySide, type Side, sides } from '../../record/side.ts'
import type { Table } from '../../record/table.ts'
import type { Rule } from '../../rules/language/language.ts'
import type { Apart } from './apart.ts'
import type { BoundRule } from './bound-rule.ts'
import type { ByHand } from './hand-matches.ts'
import type { WorkNeeded } from './limits.ts'
import {
  createMatchList,
  type Match,
  type MatchList,
  type Pair,
  type PairFlags,
  pairMatch,
  type Rows,
} from './match-list.ts'
import type { Ordering } from './twins.ts'
import type { WholeFacts } from './whole-facts.ts'
import type { Work } from './work.ts'

export type { Match, Rows } from './match-list.ts'

/** The state of a run between two rules. Rows are positions in a side's table. */

/** A held record is part of a tie under review: no later rule sees it. */
export const status = { open: 0, matched: 1, held: 2, excluded: 3, netted: 4 } as const

export type Status = (typeof status)[keyof typeof status]

/** The most candidates that a result names for one record. */
export const candidateCountMax = 3

export interface SideState {
  readonly table: Table
  readonly ordering: Ordering
  /** Row → a value of `status`. */
  readonly statuses: Uint8Array
}

/**
 * Records for which a rule could not decide. A finding becomes a break when all of its records are still open at the
 * end of the run.
 */
export interface Finding extends Rows {
  readonly reason: 'ambiguous' | 'group_too_large' | 'subset_limit' | 'sum_mismatch'
  readonly rule: BoundRule
  /** Pairs of a source row and a target row, up to three for each record. */
  readonly candidates: readonly (readonly [number, number])[]
  /** Set where the sums were not compared, since a 1-side has several records. */
  readonly code?: 'one_side_count'
  readonly shortfall?: Shortfall
  readonly work?: WorkNeeded
}

/** The items that an anchor may choose from, where no subset of them adds up to it. */
export interface Shortfall {
  /** Twins are in one list, by id. */
  readonly items: readonly (readonly number[])[]
  /** The cost of `nearestItems`, in table entries read. */
  readonly cost: number
}

/** Twins that stayed open when records equal to them were matched. */
export interface Leftovers extends Rows {
  /** How many twins each side has, leftovers included. */
  readonly counts: BySide<number>
  readonly repeats: readonly Match[]
}

/** The amount that a match leaves open, as a row of its own. */
export interface Residual {
  readonly match: Match
  readonly side: Side
  readonly row: number
  /** The record that the residual is named after: the last of its side's records in the match, by (date, id). */
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
   * Pairs of nodes that meet every criterion; under `select: "group"` blocking keys, under a `listed` criterion texts
   * that list records. Blocks that are too large count 0.
   */
  readonly candidates: number
  readonly matches: number
  readonly netted: number
  /** Includes suggestions that the run drops at its end, since a later rule has matched their records. */
  readonly suggestions: number
  /** Ties that are held for review or left to later rules. */
  readonly ambiguous: number
  /** All other findings: sums that differ, and blocks, components and searches that were too large. */
  readonly findings: number
  readonly excludedSource: number
  readonly excludedTarget: number
  /** Records that are neither matched, netted nor excluded after this pass. Records under review count, too. */
  readonly leftSource: number
  readonly leftTarget: number
}

export interface RunState {
  /** In the order of the policy. Each rule is bound to the tables as they are when it runs. */
  readonly rules: BoundRule[]
  /** The attributes that rules of the policy name; twins are equal in them. */
  readonly attributePaths: readonly string[]
  /** Replaced by a longer side when a rule leaves a residual. */
  source: SideState
  target: SideState
  readonly matches: MatchList
  /** Records that netting rules set off. The records with positive amounts are in `source`, the others in `target`. */
  readonly nettings: MatchList
  /** Suggested records stay open: later rules may match them otherwise. */
  readonly suggestions: Match[]
  readonly findings: Finding[]
  readonly leftovers: Leftovers[]
  readonly exclusions: Exclusion[]
  readonly residuals: Residual[]
  /** Residuals by the row of their origin. */
  readonly residualOf: BySide<Map<number, Residual>>
  /** The sides as they were read, with the residuals of matches by hand and none of rules. */
  readonly begun: BySide<SideState>
  /** What decisions ask: matches that are made before the first rule. */
  readonly byHand?: ByHand | undefined
  readonly apart?: Apart | undefined
  readonly passes: Pass[]
  readonly work: Work
  /** Needed where the tables hold only some of the records. */
  readonly facts?: WholeFacts
}

/** What the lines of matches are made from. */
export interface LinedRun extends BySide<Pick<SideState, 'table'>>, Pick<RunState, 'rules' | 'residualOf'> {}

export const nothingTaken = () =>
  ({
    matches: createMatchList(),
    nettings: createMatchList(),
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

/** Adds a suggestion, a match or a netting, whichever the rule makes. Changes `run`. */
export function addMatch(run: RunState, match: Match): void {
  if (match.rule.compiled.rule.action === 'suggest') {
    run.suggestions.push(match)
    return
  }
  mark(run, match, statusAfter(match))
  run.matches.add(match)
}

/** `addMatch` for one record with one, without an object for the match. */
export function addPair(run: RunState, pair: Pair): void {
  const { how, source, target } = pair
  if (how.rule.compiled.rule.action === 'suggest') {
    run.suggestions.push(pairMatch(pair))
    return
  }
  const to = statusAfter(how)
  run.source.statuses[source] = to
  run.target.statuses[target] = to
  run.matches.addPair(pair)
}

const statusAfter = ({ rule }: PairFlags): Status =>
  rule.compiled.rule.side === undefined ? status.matched : status.netted

/** Whether the records of a finding are held: no later rule sees them. */
export const isHeld = ({
  reason,
  rule,
}: Pick<Finding, 'reason'> & { readonly rule: Pick<BoundRule, 'compiled'> }): boolean =>
  reason === 'ambiguous' && rule.compiled.rule.ambiguous === 'review'
