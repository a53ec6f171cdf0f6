/** Rules that two sides suggest. */

export type { Proposal, ProposedRule } from './proposal.ts'
export { learningRowCountMax, proposeInSlices, proposeRules } from './propose-rules.ts'
