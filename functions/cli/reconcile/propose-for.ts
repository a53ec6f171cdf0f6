import { type Proposal, proposeRules } from '@tallystick/engine/propose'
import { type CompiledPolicy, compileRules } from '@tallystick/engine/rules'
import type { Progress } from './progress.ts'
import type { Sides } from './record-texts.ts'

/** Requires sides that were read with all their attributes. */
export function proposeFor({ source, target }: Sides, progress: Progress): Proposal {
  progress.show('proposing rules', 0, 1)
  const proposal = proposeRules({ source: source.table, target: target.table })
  progress.clear()
  return proposal
}

/**
 * The policy with the proposed rules; undefined where there are none, since an empty list means the built-in policy.
 */
export function compileProposal({ rules, signs }: Proposal): CompiledPolicy | undefined {
  if (rules.length === 0) return undefined
  const result = compileRules({ form: 'rules', rules, referenceData: { signs } })
  if (result.ok) return result.policy
  throw new Error(`Proposed rules do not compile: ${result.faults.map(({ detail }) => detail).join('; ')}`)
}
