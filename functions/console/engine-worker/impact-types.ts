import type { BySide } from '@tallystick/engine/record'
import type { Amounts } from './engine-types.ts'

export interface RuleWorth {
  readonly rule: string
  /** Matches and netted groups of the rule that no other rule makes of the same records. */
  readonly onlyMatches: number
  readonly onlyAmounts: Amounts
  /** Matches of the rule that another rule would make of the same records. */
  readonly takenOver: readonly { readonly rule: string; readonly matches: number }[]
  /** Settled records that would be in a break. */
  readonly wouldBreak: BySide<number>
  /** Unmatched records that would be matched; likewise excluded and netted. */
  readonly wouldMatch: BySide<number>
  readonly wouldExclude: BySide<number>
  readonly wouldNet: BySide<number>
}

export type ImpactEnd = { readonly kind: 'done'; readonly rules: readonly RuleWorth[] } | { readonly kind: 'cancelled' }

/** Records of both sides up to which the page asks by itself: well under a second. */
export const worthAtOnceRecordCountMax = 5_000
