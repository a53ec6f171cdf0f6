/**
 * The shapes of result lines, as canonical JSON holds them (`tallystick/result@1`). Members that do not apply are absent.
 * Type aliases, not interfaces: only those are assignable to a JSON value.
 */

import type { Confidence } from '../rules/language.ts'

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
export const resultViews = ['header', 'matches', 'suggestions', 'breaks', 'excluded', 'totals'] as const
export type ResultView = (typeof resultViews)[number]

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
  readonly interchangeable?: true
  readonly ambiguous?: true
}

/** A near miss beside an open record; `takenBy` is the id of the match that holds the other record. */
export type CandidateLine = {
  readonly source: string
  readonly target: string
  readonly difference?: string
  readonly days?: number
  readonly takenBy?: string
}

export type BreakLine = {
  readonly kind: 'break'
  readonly reason: BreakReason
  readonly source?: readonly string[]
  readonly target?: readonly string[]
  readonly difference?: string
  readonly days?: number
  readonly failed?: { readonly field?: string; readonly rule: string }
  readonly candidates?: readonly CandidateLine[]
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

export type SideTotal = {
  readonly count: number
  readonly total: string
  readonly matched: string
  readonly open: string
  readonly excluded: string
}

export type TotalsLine = {
  readonly kind: 'totals'
  readonly source: { readonly [currency: string]: SideTotal }
  readonly target: { readonly [currency: string]: SideTotal }
  readonly accepted: { readonly [currency: string]: { readonly [variance: string]: string } }
}

export type ResultLine = HeaderLine | MatchLine | BreakLine | ExcludedLine | TotalsLine
