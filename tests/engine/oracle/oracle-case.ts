import type { CanonicalRecord, RuleSetInput } from '../../../engine/index.ts'

/** Two sides and the rules between them. */
export interface OracleCase {
  readonly source: CanonicalRecord[]
  readonly target: CanonicalRecord[]
  readonly rules: RuleSetInput
}
