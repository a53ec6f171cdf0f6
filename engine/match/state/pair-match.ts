import type { BoundRule } from './bound-rule.ts'
import type { Match } from './run-state.ts'

/** What a match of a pair has besides its two rows. */
export type PairFlags = Omit<Match, 'source' | 'target' | 'nodes'>

/**
 * A match of one record with one. Holds rows, and makes a list when one is read: a run has millions of such matches,
 * and lists that are kept take twice as much memory as all else of a match.
 */
export class PairMatch implements Match {
  readonly rule: BoundRule
  readonly sourceRow: number
  readonly targetRow: number
  readonly interchangeable: boolean
  readonly ambiguous: boolean

  constructor({ rule, interchangeable, ambiguous }: PairFlags, sourceRow: number, targetRow: number) {
    this.rule = rule
    this.sourceRow = sourceRow
    this.targetRow = targetRow
    this.interchangeable = interchangeable
    this.ambiguous = ambiguous
  }

  get source(): readonly number[] {
    return [this.sourceRow]
  }

  get target(): readonly number[] {
    return [this.targetRow]
  }
}
