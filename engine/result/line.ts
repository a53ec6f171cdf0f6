/**
 * Result lines as canonical JSON (`tallystick/result@1`). Members that do not apply are absent. Type aliases, not
 * interfaces: only aliases are assignable to a JSON value.
 */

import type { Side } from '../record/side.ts'
import type { Needs } from '../rules/criteria/criterion-kind.ts'
import type { Confidence } from '../rules/language/language.ts'

export const breakReasons = [
  'missing_in_target',
  'missing_in_source',
  'amount_mismatch',
  'date_mismatch',
  'currency_mismatch',
  'sum_mismatch',
  'ambiguous',
  'duplicate',
  'subset_limit',
  'group_too_large',
] as const
export type BreakReason = (typeof breakReasons)[number]

/** In the order of the leaves; all but `header` and `totals` are views of the API. */
export const resultViews = ['header', 'matches', 'suggestions', 'breaks', 'excluded', 'netted', 'totals'] as const
export type ResultView = (typeof resultViews)[number]

/** Likely mistakes by which an amount, date or text misses. A line has the first hint that holds. */
export const breakHints = [
  'opposite_sign',
  'transposed',
  'factor_10',
  'factor_100',
  'day_month_swapped',
  'year_off',
  'truncated',
  'one_character',
] as const
export type BreakHint = (typeof breakHints)[number]

/** Why a rule could not compare: several records on a side that should have one, or no exchange rate. */
export const failureCodes = ['one_side_count', 'no_rate'] as const

export type HeaderLine = {
  readonly kind: 'tallystick/result@1'
  readonly engine: string
  readonly policy: string
  readonly source: { readonly count: number; readonly root: string }
  readonly target: { readonly count: number; readonly root: string }
}

/** `{"confidence":"exact","equal":{"amount":"100","currency":"EUR"},"kind":"match","rule":"rule-1","source":["s1"],"target":["t9"]}` */
export type MatchLine = {
  readonly kind: 'match' | 'suggestion'
  readonly rule: string
  readonly confidence: Confidence
  readonly source: readonly string[]
  readonly target: readonly string[]
  readonly equal?: { readonly [field: string]: string }
  readonly differ?: { readonly [field: string]: readonly [string, string] }
  readonly sum?: readonly [string, string]
  readonly difference?: string
  readonly days?: number
  /** The lowest similarity, in basis points. */
  readonly similarity?: number
  readonly variance?: string
  readonly converted?: ConvertedAmounts
  /** The target's sign was turned before its difference was accepted. */
  readonly turned?: true
  /** What the match leaves open: `{"amount":"40","id":"s1~1","side":"source"}`. */
  readonly residual?: { readonly side: Side; readonly id: string; readonly amount: string }
  readonly interchangeable?: true
  readonly ambiguous?: true
}

export type ConvertedAmounts = {
  readonly currency: string
  /** By field, source and target in that currency, before `sign`. */
  readonly values: { readonly [field: string]: readonly [string, string] }
  /** Target − source of the last field, after `sign`; absent when 0. */
  readonly difference?: string
}

/** A near miss of an open record. `takenBy` is the id of the match or netting that holds the other record. */
export type CandidateLine = {
  readonly source: string
  readonly target: string
  /** The side of both records, under a netting rule. */
  readonly side?: Side
  readonly difference?: string
  readonly days?: number
  readonly takenBy?: string
}

export type FailedRule = {
  readonly rule: string
  readonly field?: string
  readonly code?: (typeof failureCodes)[number]
  /** What the criterion would have to allow, in its own members. */
  readonly needs?: Needs
}

export type BreakLine = {
  readonly kind: 'break'
  readonly reason: BreakReason
  readonly source?: readonly string[]
  readonly target?: readonly string[]
  readonly difference?: string
  readonly days?: number
  readonly failed?: FailedRule
  readonly hint?: BreakHint
  readonly candidates?: readonly CandidateLine[]
  /** For a text that lists records: ids of open ones, keys without a record, ids of matched ones. */
  readonly listed?: {
    readonly found: readonly string[]
    readonly missing: readonly string[]
    readonly taken: readonly string[]
  }
  /** The sum of all candidates of a subset, or of the n side's records. */
  readonly total?: string
  /** Matched records that satisfy every criterion of a rule with the break's record. */
  readonly taken?: readonly CandidateLine[]
  readonly counts?: { readonly source: number; readonly target: number }
  readonly repeats?: readonly string[]
  /** Of `group_too_large`: what the rule needs more of than its limit allows. */
  readonly work?: { readonly needed: number; readonly limit: number; readonly by: string }
  readonly suggested?: true
  /** The common name of the lines of a break of more than 1,000 records. */
  readonly group?: string
}

export type ExcludedLine = {
  readonly kind: 'excluded'
  readonly rule: string
  readonly source?: readonly string[]
  readonly target?: readonly string[]
}

/**
 * Records of one side that add up to zero. `differ` has the values of the positive and of the negative amounts.
 * `{"confidence":"exact","kind":"netted","records":["s1","s4"],"rule":"reversals","side":"source"}`
 */
export type NettedLine = Omit<MatchLine, 'kind' | 'source' | 'target' | 'residual'> & {
  readonly kind: 'netted'
  readonly side: Side
  readonly records: readonly string[]
}

export type SideTotal = {
  readonly count: number
  readonly total: string
  readonly matched: string
  readonly open: string
  readonly excluded: string
  readonly netted: string
}

export type TotalsLine = {
  readonly kind: 'totals'
  readonly source: { readonly [currency: string]: SideTotal }
  readonly target: { readonly [currency: string]: SideTotal }
  readonly accepted: { readonly [currency: string]: { readonly [variance: string]: string } }
  readonly turned: { readonly [currency: string]: string }
  /** By the currency of the comparison. */
  readonly fx: { readonly [currency: string]: string }
}

export type ResultLine = HeaderLine | MatchLine | BreakLine | ExcludedLine | NettedLine | TotalsLine

const noIds: readonly string[] = []

export const idsOfSide = (line: MatchLine | BreakLine | ExcludedLine | NettedLine, side: Side): readonly string[] =>
  line.kind === 'netted' ? (line.side === side ? line.records : noIds) : (line[side] ?? noIds)
