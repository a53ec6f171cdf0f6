import type { JsonValue } from '@tallystick/engine/base'
import type { RunOverview } from '../engine-worker/engine-types.ts'
import { sideStates } from '../local-run/local-files.ts'
import { ownRules, policyKind, writeOwnRules } from '../local-run/policy-choice.ts'

/** What changed on the first page since the run was made. */
interface SinceRun {
  /** Rules written there, neither the run’s nor these, would be lost. */
  readonly losesOwnRules: boolean
  /** Other files are chosen there, or none. */
  readonly hasOtherFiles: boolean
}

export const sinceRun = (run: RunOverview, policy: JsonValue): SinceRun => ({
  losesOwnRules:
    policyKind.value === 'own' &&
    ![run.policy, policy].some((each) => JSON.stringify(each) === JSON.stringify(ownRules.value.policy)),
  hasOtherFiles: (['source', 'target'] as const).some((side) => {
    const { reading } = sideStates[side].value
    return reading?.ok !== true || reading.preview.summary.root !== run.sides[side].root
  }),
})

/** Chooses rules on the first page, as JSON. */
export async function takeRules(policy: JsonValue): Promise<void> {
  policyKind.value = 'own'
  await writeOwnRules(rulesText(policy))
}

export const rulesText = (policy: JsonValue): string => JSON.stringify(policy, undefined, 2)
