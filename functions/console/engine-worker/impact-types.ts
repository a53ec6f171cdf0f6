import type { BySide } from '@tallystick/engine/record'
import type { Amounts } from './engine-types.ts'

/** What a run would have come to without one of its rules. Plain data between the page and its Web Worker. */
export interface RuleWorth {
  readonly rule: string
  /** Matches and netted groups of the rule that no other rule makes of the same records. */
  readonly onlyMatches: number
  /** Of their source records. */
  readonly onlyAmounts: Amounts
  /** Matches of the rule that another one would make of the same records. */
  readonly takenOver: readonly { readonly rule: string; readonly matches: number }[]
  /** Records that are settled now, and would be in a break. */
  readonly wouldBreak: BySide<number>
  /** Records that are not matched now, and would be; likewise for what is excluded and netted. */
  readonly wouldMatch: BySide<number>
  readonly wouldExclude: BySide<number>
  readonly wouldNet: BySide<number>
}

export type ImpactEnd = { readonly kind: 'done'; readonly rules: readonly RuleWorth[] } | { readonly kind: 'cancelled' }

/** Records of both sides together up to which the page asks by itself: well under a second. */
export const worthAtOnceRecordCountMax = 5_000
