import { type CompiledPolicy, compileRules, type RuleInput } from '@tallystick/engine'
import type { RunRow } from '../store/run-store.ts'

/** The policy of a run's stored effective rules, which compile to themselves. Throws when they do not compile. */
export function policyOf({ rules, policyId }: Pick<RunRow, 'rules' | 'policyId'>): CompiledPolicy {
  const stored: readonly RuleInput[] = JSON.parse(rules)
  const result = compileRules({ form: 'rules', rules: stored })
  if (!result.ok) throw new Error('Effective rules do not compile')
  return { ...result.policy, policyId: policyIdOf(policyId) }
}

/** The policy's id, of the two that there are. */
export const policyIdOf = (text: string): CompiledPolicy['policyId'] => (text === 'default@1' ? 'default@1' : 'custom')
