import { type CompiledPolicy, canonicalRules, compileRules, policyHash, type RuleInput } from '@tallystick/engine'
import { sha256 } from '../platform/hasher.ts'
import type { RunRow } from '../store/run-store.ts'

/** The columns of a run that hold its policy: the effective rules as canonical JSON, the policy's id and hash. */
export type StoredPolicy = Pick<RunRow, 'rules' | 'policyId' | 'policyHash'>

/** A policy as a run stores it. */
export const storedPolicyOf = (policy: CompiledPolicy): StoredPolicy => ({
  rules: canonicalRules(policy),
  policyId: policy.policyId,
  policyHash: policyHash(policy, sha256),
})

/** The policy that a run stores: its effective rules compile to themselves. Throws when they do not compile, and for an unknown id. */
export function policyOf({ rules, policyId }: Pick<RunRow, 'rules' | 'policyId'>): CompiledPolicy {
  const stored: readonly RuleInput[] = JSON.parse(rules)
  const result = compileRules({ form: 'rules', rules: stored })
  if (!result.ok) throw new Error('Effective rules do not compile')
  return { ...result.policy, policyId: policyIdOf(policyId) }
}

/** The id of a stored policy. Throws for a text that is neither of the two ids. */
export function policyIdOf(text: string): CompiledPolicy['policyId'] {
  if (text !== 'default@1' && text !== 'custom') throw new Error(`A run has the policy ${text}`)
  return text
}
