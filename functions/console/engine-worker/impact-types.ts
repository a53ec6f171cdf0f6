import type { BySide } from '@tallystick/engine/record'
import type { Amounts } from './engine-types.ts'

export interface RuleWorth {
  readonly rule: string
  /** Matches and netted groups of the rule that would be lost: no other rule makes one of the same records. */
  readonly onlyMatches: number
  readonly onlyAmounts: Amounts
  /** Matches of the rule that another rule would make of the same records. */
  readonly takenOver: readonly { readonly rule: string; readonly matches: number }[]
  /** Records that are settled now, and would be in a break without the rule. */
  readonly wouldBreak: BySide<number>
  /**
   * Records that are not matched now, and would be without the rule. The next two members count records that would be
   * excluded or netted.
   */
  readonly wouldMatch: BySide<number>
  readonly wouldExclude: BySide<number>
  readonly wouldNet: BySide<number>
}

export type ImpactEnd = { readonly kind: 'done'; readonly rules: readonly RuleWorth[] } | { readonly kind: 'cancelled' }

/**
 * Up to this many records of both sides, the page computes the worth of the rules without a click: well under a second.
 */
export const worthAtOnceRecordCountMax = 5_000
