export type { Proposal, ProposedRule } from './proposal.ts'
export { learningRowCountMax, proposeInSlices, proposeRules } from './propose-rules.ts'
