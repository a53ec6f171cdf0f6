import type { Proposal, ProposedRule } from '@tallystick/engine/propose'

export interface ShownProposal extends Pick<Proposal, 'rules' | 'signs' | 'left'> {
  readonly related: boolean
  readonly explanations: readonly ProposedRule[]
}

export const shownProposal = ({ rules, signs, isRelated, explanations, left }: Proposal): ShownProposal => ({
  rules,
  ...(signs && { signs }),
  related: isRelated,
  explanations,
  left,
})
