import type { RuleInput } from '../rules/language/language.ts'

/** Rules that two sides of records suggest, and why. */
export interface Proposal {
  /** Plain rules from certain to doubtful, as a run takes them. Empty where nothing relates the sides. */
  readonly rules: readonly RuleInput[]
  /** Whether anything about the records says that the sides belong together. */
  readonly isRelated: boolean
  /** One for each rule, in order. */
  readonly explanations: readonly ProposedRule[]
  readonly left: LeftOver
}

/** A proposed rule, with what led to it and what it would do. */
export interface ProposedRule {
  /** The rule's id. */
  readonly rule: string
  readonly action: 'match' | 'suggest'
  /** What the rule does and why, in one sentence. */
  readonly sentence: string
  /** The figures that led to it, a statement each. */
  readonly figures: readonly string[]
  /** Matches, netted pairs or suggestions of the rule when all proposed rules are run. */
  readonly matches: number
  readonly estimatedWrong: WrongMatches
  /** Ids of the records of some of its matches: three, or as many as there are. */
  readonly examples: readonly { readonly source: readonly string[]; readonly target: readonly string[] }[]
}

/**
 * Matches that are wrong, as the records alone tell: by fields that the rule does not read, and by what it would match by
 * chance.
 */
export interface WrongMatches {
  /** Of all matches of the rule, from 0 to 1, as a decimal of at most four digits, rounded up. */
  readonly share: string
  /** The same as a number of matches. */
  readonly count: string
}

/** Records that no claiming rule takes. */
export interface LeftOver {
  readonly source: number
  readonly target: number
  /** Why, a sentence each. */
  readonly reasons: readonly string[]
}
