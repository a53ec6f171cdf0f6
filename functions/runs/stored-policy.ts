import { compileRules, type Plan, type RuleInput } from '@tallystick/engine'
import type { RunRow } from '../store/run-store.ts'

/** The plan of a run's stored effective rules, which compile to themselves. Throws when they do not compile. */
export function planOf({ rules, policyId }: Pick<RunRow, 'rules' | 'policyId'>): Plan {
  const stored: readonly RuleInput[] = JSON.parse(rules)
  const result = compileRules({ form: 'rules', rules: stored })
  if (!result.ok) throw new Error('Effective rules do not compile')
  return { ...result.plan, policyId: policyIdOf(policyId) }
}

/** The policy's id, of the two that there are. */
export const policyIdOf = (text: string): Plan['policyId'] => (text === 'default@1' ? 'default@1' : 'custom')
