import type fc from 'fast-check'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { anyCase } from './any-case.ts'
import { policyOf } from './reconcile-case.ts'

/** A case of the oracle with its rules written out: one list, whatever form they came in. */
export interface SmallCase {
  readonly source: readonly CanonicalRecord[]
  readonly target: readonly CanonicalRecord[]
  readonly rules: readonly RuleInput[]
}

/** Two sides and the rules between them, drawn from the whole language. */
export const smallCase = (): fc.Arbitrary<SmallCase> =>
  anyCase.map((given) => ({ ...given, rules: policyOf(given.rules).rules }))
