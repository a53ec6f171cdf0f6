import fc from 'fast-check'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { RuleSetInput } from '../../../engine/rules/language/written-form.ts'
import { listedCase } from '../oracle/listed-cases.ts'
import { nettingCase } from '../oracle/netting-cases.ts'
import { residualCase } from '../oracle/residual-cases.ts'
import { groupCase, pairCase, subsetCase } from '../oracle/rule-sets.ts'
import { caseCount } from './law.ts'

/** Two sides and the rules between them. */
export interface AnyCase {
  readonly source: CanonicalRecord[]
  readonly target: CanonicalRecord[]
  readonly rules: RuleSetInput
}

/** Cases with rules of any kind, drawn from the whole language, that bring nothing besides their rules. */
export const anyCase: fc.Arbitrary<AnyCase> = fc
  .oneof(pairCase, groupCase, subsetCase, listedCase, nettingCase, residualCase)
  .filter(({ rules }) => rules.referenceData === undefined)

/** Checks on a quarter of the usual number of cases what holds of every one; the seed of a failure is in its message. */
export function checkCases(law: (given: AnyCase) => void): void {
  fc.assert(fc.property(anyCase, law), { numRuns: Math.ceil(caseCount / 4) })
}
