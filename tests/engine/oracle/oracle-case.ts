import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { RuleSetInput } from '../../../engine/rules/language/written-form.ts'
import type { Both, Side } from './values.ts'

/** Two sides and the rules between them. */
export interface OracleCase {
  readonly source: CanonicalRecord[]
  readonly target: CanonicalRecord[]
  readonly rules: RuleSetInput
  readonly limits?: OracleLimits
  /** What decisions ask, in order. */
  readonly instructions?: readonly OracleInstruction[]
}

export type OracleInstruction =
  | { readonly match: Ids; readonly residual: 'open' | 'accepted' | 'fx'; readonly side: Side }
  | { readonly apart: readonly [Ids, Ids] }

type Ids = Both<readonly string[]>

/** Bounds that a case is run under; without them it reaches none. */
export interface OracleLimits {
  readonly blockRecordCountMax: number
  readonly blockByteCountMax: number
  readonly candidateCountMax: number
  readonly explainedCountMax: number
}
