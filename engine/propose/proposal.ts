import type { RuleInput } from '../rules/language/language.ts'

export interface Proposal {
  /** From certain to doubtful. Empty where nothing relates the sides. */
  readonly rules: readonly RuleInput[]
  readonly isRelated: boolean
  readonly explanations: readonly ProposedRule[]
  readonly left: LeftOver
}

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
