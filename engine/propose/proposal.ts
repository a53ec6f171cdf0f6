import type { RuleInput } from '../rules/language/language.ts'
import type { Signs } from '../rules/language/reference-data.ts'

export interface Proposal {
  /** From certain to doubtful. Empty where nothing relates the sides. */
  readonly rules: readonly RuleInput[]
  /** The signs under which the rules see each side; absent where they see both sides as the records are. */
  readonly signs?: Signs
  readonly isRelated: boolean
  readonly explanations: readonly ProposedRule[]
  readonly left: LeftOver
}

/** The policy of a proposal as a request or a rules file takes it: the list of rules, or an object with the signs, too. */
export const proposedPolicy = <Rules, Signs>({
  rules,
  signs,
}: {
  readonly rules: Rules
  readonly signs?: Signs | undefined
}): Rules | { readonly rules: Rules; readonly signs: Signs } => (signs === undefined ? rules : { rules, signs })

export interface ProposedRule {
  readonly rule: string
  readonly action: 'match' | 'suggest'
  readonly sentence: string
  /** The figures on which the rule is based, one sentence each. */
  readonly figures: readonly string[]
  /** How many matches, netted pairs or suggestions the rule makes when all proposed rules run. */
  readonly matches: number
  readonly estimatedWrong: WrongMatches
  /** Record ids of up to three matches. */
  readonly examples: readonly { readonly source: readonly string[]; readonly target: readonly string[] }[]
}

/** An estimate from fields that the rule does not read, and from matches by chance. */
interface WrongMatches {
  /** The wrong fraction of the rule's matches, from 0 to 1, rounded up to four digits after the point. */
  readonly share: string
  readonly count: string
}

export interface LeftOver {
  readonly source: number
  readonly target: number
  readonly reasons: readonly string[]
}
