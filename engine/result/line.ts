/**
 * The shapes of result lines, as canonical JSON holds them (`tallystick/result@1`). Members that do not apply are absent.
 * Type aliases, not interfaces: only those are assignable to a JSON value.
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

/** The parts of the artifact in the order of its leaves; each but `header` and `totals` is a view of the API. */
export const resultViews = ['header', 'matches', 'suggestions', 'breaks', 'excluded', 'netted', 'totals'] as const
export type ResultView = (typeof resultViews)[number]

/** What an amount, a date or a text that missed looks like, the first that holds. */
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

/** Why a rule could not compare: several records on a side that has one, or no rate into the currency compared in. */
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
  /** What the rule's terms add up to on each side, as decimals. */
  readonly sum?: readonly [string, string]
  readonly difference?: string
  readonly days?: number
  /** Basis points, the lowest of the rule's similarities. */
  readonly similarity?: number
  readonly variance?: string
  readonly converted?: ConvertedAmounts
  /** The target's sign was turned before its difference was accepted. */
  readonly turned?: true
  /** What is left unsettled, as an item of its own: `{"amount":"40","id":"s1~1","side":"source"}`. */
  readonly residual?: { readonly side: Side; readonly id: string; readonly amount: string }
  readonly interchangeable?: true
  readonly ambiguous?: true
}

/** What a rule compared after conversion. */
export type ConvertedAmounts = {
  /** The currency that was compared in. */
  readonly currency: string
  /** By field the amounts of source and target in it, before `sign`. */
  readonly values: { readonly [field: string]: readonly [string, string] }
  /** Target − source of the last of them, after `sign`; nothing when it is 0. */
  readonly difference?: string
}

/** A near miss beside an open record; `takenBy` is the id of the match or netting that holds the other record. */
export type CandidateLine = {
  readonly source: string
  readonly target: string
  /** The one side that both records are of, where a netting rule compared them. */
  readonly side?: Side
  readonly difference?: string
  readonly days?: number
  readonly takenBy?: string
}

/** The rule that came nearest. */
export type FailedRule = {
  readonly rule: string
  /** The criterion that did not hold. */
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
  /** Of a text that lists records: ids of those found open, keys without a record, and ids of those that are matched. */
  readonly listed?: {
    readonly found: readonly string[]
    readonly missing: readonly string[]
    readonly taken: readonly string[]
  }
  /** What all records that a subset could be chosen from, or the records of the n side, add up to. */
  readonly total?: string
  /** Records that satisfy every criterion of a rule with the record of the break, and are matched already. */
  readonly taken?: readonly CandidateLine[]
  readonly counts?: { readonly source: number; readonly target: number }
  readonly repeats?: readonly string[]
  /** Of `group_too_large`: what a rule needs more of than it may take. */
  readonly work?: { readonly needed: number; readonly limit: number; readonly by: string }
  /** A suggestion names a record of the break. */
  readonly suggested?: true
  /** The common name of a break of more than 1,000 records, which is one line a record. */
  readonly group?: string
}

export type ExcludedLine = {
  readonly kind: 'excluded'
  readonly rule: string
  readonly source?: readonly string[]
  readonly target?: readonly string[]
}

/**
 * Records of one side that come to zero. Values that differ are those of the positive and of the negative amounts.
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
  /** What turning signs changed in the matched target. */
  readonly turned: { readonly [currency: string]: string }
  /** Differences after conversion, by the currency compared in. */
  readonly fx: { readonly [currency: string]: string }
}

export type ResultLine = HeaderLine | MatchLine | BreakLine | ExcludedLine | NettedLine | TotalsLine

const noIds: readonly string[] = []

/** The ids of the records of a side that a line holds. */
export const idsOfSide = (line: MatchLine | BreakLine | ExcludedLine | NettedLine, side: Side): readonly string[] =>
  line.kind === 'netted' ? (line.side === side ? line.records : noIds) : (line[side] ?? noIds)
