import type { signModes, Tolerance } from './criterion-form.ts'

/** The totals that have to agree. A side's total adds up all terms of all its records. */
export interface Sum {
  readonly source: readonly Term[]
  readonly target: readonly Term[]
  readonly tolerance?: Tolerance | string
  readonly sign: (typeof signModes)[number]
}

/** What one record adds to the total of its side: an amount, a percentage of an amount, or a fixed amount. */
export type Term = AmountTerm | PercentTerm | FixedTerm
/** `default` replaces an absent amount; without a default a record that lacks the amount takes no part. */
export type AmountTerm = { readonly field: string; readonly times: 1 | -1; readonly default?: string }
export type PercentTerm = { readonly percent: string; readonly of: string }
export type FixedTerm = { readonly fixed: string }
