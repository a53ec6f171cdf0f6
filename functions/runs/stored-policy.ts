import {
  type CompiledPolicy,
  canonicalRules,
  compileRules,
  policyHash,
  policyIds,
  type RuleInput,
} from '@tallystick/engine'
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

/** The policy that a run stores: its effective rules compile to themselves. Throws when they do not compile. */
export function policyOf({ rules, policyId }: Pick<RunRow, 'rules' | 'policyId'>): CompiledPolicy {
  const stored: readonly RuleInput[] = JSON.parse(rules)
  const result = compileRules({ form: 'rules', rules: stored })
  if (!result.ok) throw new Error('Effective rules do not compile')
  return { ...result.policy, policyId: policyIdOf(policyId) }
}

/**
 * The id of a stored policy. Any text but that of a built-in policy is `custom`: the id is only shown, the rules are
 * bound by their hash, and a damaged row must not make the list of all runs fail.
 */
export const policyIdOf = (text: string): CompiledPolicy['policyId'] => policyIds.find((id) => id === text) ?? 'custom'
