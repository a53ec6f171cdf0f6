export { type Proposal, type ProposedRule, proposedPolicy } from './proposal.ts'
export { learningRowCountMax, proposeInSlices, proposeRules } from './propose-rules.ts'
