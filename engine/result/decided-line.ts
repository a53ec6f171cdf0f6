import type { Side } from '../record/side.ts'

/**
 * Records that a decision matched before the first rule. One of the sides may have none. These lines come before the
 * matches of rules. `{"decision":"dcn_1","kind":"match","rule":"decision","source":["s1"],"target":["t7"]}`
 */
export type DecidedLine = {
  readonly kind: 'match'
  readonly rule: typeof decisionRule
  readonly decision: string
  readonly source?: readonly string[]
  readonly target?: readonly string[]
  /** The label under which the residual, or a difference of currencies, is accepted. */
  readonly variance?: string
  readonly turned?: true
  readonly residual?: { readonly side: Side; readonly id: string; readonly amount: string }
}

/** The `rule` of these lines. No policy has a rule of this id. */
export const decisionRule = 'decision'

/** Whether a decision matched the records of a line, and no rule. */
export const isDecided = <Line extends { readonly kind: string }>(line: Line): boolean => 'decision' in line
