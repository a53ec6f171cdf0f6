import type { Proposal, ProposedRule } from '@tallystick/engine/propose'
import type { RuleInput } from '@tallystick/engine/rules'

export interface ShownProposal {
  readonly rules: readonly RuleInput[]
  readonly related: boolean
  readonly explanations: readonly ProposedRule[]
  readonly left: Proposal['left']
}

export const shownProposal = ({ rules, isRelated, explanations, left }: Proposal): ShownProposal => ({
  rules,
  related: isRelated,
  explanations,
  left,
})
