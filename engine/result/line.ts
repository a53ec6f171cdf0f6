/**
 * Result lines as canonical JSON (`tallystick/result@1`). Members that do not apply are absent. Lines are type aliases,
 * since interfaces are not assignable to a JSON value.
 */

import type { Side } from '../record/side.ts'
import type { Needs } from '../rules/criteria/criterion-kind.ts'
import type { Confidence } from '../rules/language/language.ts'
import type { BreakCause } from './causes.ts'
import type { DecidedLine } from './decided-line.ts'
import type { HeaderSide } from './header-side.ts'

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

/** In the order of the leaves. All but `header` and `totals` are views of the API. */
export const resultViews = ['header', 'matches', 'suggestions', 'breaks', 'excluded', 'netted', 'totals'] as const
export type ResultView = (typeof resultViews)[number]

/**
 * Likely mistakes that explain why an amount, date or text fails a criterion. A line has the first hint that applies.
 */
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

/** Why a rule could not compare: several records on a side that may have only one, or no exchange rate. */
export const failureCodes = ['one_side_count', 'no_rate'] as const

export type HeaderLine = {
  readonly kind: 'tallystick/result@1'
  readonly engine: string
  readonly policy: string
  readonly source: HeaderSide
  readonly target: HeaderSide
  /** The root over the lines of the instructions that decisions gave the run; absent without any. */
  readonly instructions?: string
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
  /** Whether the target's sign was turned before its difference was accepted. */
  readonly turned?: true
  /** The amount that the match leaves open: `{"amount":"40","id":"s1~1","side":"source"}`. */
  readonly residual?: { readonly side: Side; readonly id: string; readonly amount: string }
  readonly interchangeable?: true
  readonly ambiguous?: true
}

export type ConvertedAmounts = {
  readonly currency: string
  /** Field → source and target amount in that currency, before `sign` is applied. */
  readonly values: { readonly [field: string]: readonly [string, string] }
  /** Target − source of the last field, after `sign` is applied; absent when 0. */
  readonly difference?: string
}

/** A candidate of an open record. `takenBy` is the id of the match or netting that the other record is in. */
export type CandidateLine = {
  readonly source: string
  readonly target: string
  /** Under a netting rule: the side that both records are of. */
  readonly side?: Side
  readonly difference?: string
  readonly days?: number
  readonly takenBy?: string
}

export type FailedRule = {
  readonly rule: string
  readonly field?: string
  readonly code?: (typeof failureCodes)[number]
  /** What the criterion would have to allow for the pair to match, written with the members of the criterion. */
  readonly needs?: Needs
}

/** The anchor whose nearest set has a record, the total of the set, and by how much it misses the anchor. */
export type PartOf = {
  readonly side: Side
  readonly id: string
  readonly total: string
  readonly difference: string
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
  /**
   * Where a text lists records: the ids of listed open records, listed keys without a record, and ids of listed records
   * that are matched.
   */
  readonly listed?: {
    readonly found: readonly string[]
    readonly missing: readonly string[]
    readonly taken: readonly string[]
  }
  /** For a subset rule the sum of all items, for other rules the sum of the n side's records. */
  readonly total?: string
  /** Records that meet every criterion of a rule together with the record of this break, but are matched already. */
  readonly taken?: readonly CandidateLine[]
  readonly partOf?: PartOf
  /** What the record has in common with at least two other missing records of its side. */
  readonly cause?: BreakCause
  readonly counts?: { readonly source: number; readonly target: number }
  /** Of a booking that one side has on several days: the id of the first of them, which the other record likely is. */
  readonly likely?: string
  readonly repeats?: readonly string[]
  /** For `group_too_large`: the work that the rule needs beyond a limit. */
  readonly work?: { readonly needed: number; readonly limit: number; readonly by: string }
  readonly suggested?: true
  /** The name that the lines of one break have in common, if the break has more than 1,000 records. */
  readonly group?: string
}

export type ExcludedLine = {
  readonly kind: 'excluded'
  readonly rule: string
  readonly source?: readonly string[]
  readonly target?: readonly string[]
}

/**
 * Records of one side that a rule sets off against one another. In `differ` the value of the positive amounts comes
 * first. `{"confidence":"exact","kind":"netted","records":["s1","s4"],"rule":"reversals","side":"source"}`
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
  /** Exchange differences by the currency in which amounts were compared. */
  readonly fx: { readonly [currency: string]: string }
}

export type ResultLine = HeaderLine | MatchLine | DecidedLine | BreakLine | ExcludedLine | NettedLine | TotalsLine

const noIds: readonly string[] = []

export const idsOfSide = (
  line: MatchLine | DecidedLine | BreakLine | ExcludedLine | NettedLine,
  side: Side,
): readonly string[] => (line.kind === 'netted' ? (line.side === side ? line.records : noIds) : (line[side] ?? noIds))
