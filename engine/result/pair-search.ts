import { byteAt } from '../base/at.ts'
import { takesPartOf } from '../match/state/bound-rule.ts'
import { type RunState, type SideState, status } from '../match/state/run-state.ts'
import type { BySide, Side } from '../record/side.ts'
import type { ListedRows } from './near-miss-listed.ts'
import type { PairJoin } from './pair-joins.ts'
import type { OrderedSide, Places } from './record-order.ts'
import type { SharedRows } from './shared-rows.ts'

/** The records of a search as the rule sees them, see `runSeenBy`. */
export interface SearchedRun
  extends BySide<OrderedSide & Pick<SideState, 'statuses'>>,
    Pick<RunState, 'work' | 'facts'> {
  readonly exclusions: readonly unknown[]
}

export interface PairSearch extends PairJoin {
  readonly places: Places
  readonly shared: SharedRows
  readonly searchers: BySide<Iterable<number>>
  readonly isSearching: (side: Side, row: number) => boolean
  /** Whether further near misses of the record would change nothing. Pairs of two such records are skipped. */
  readonly isDone: (side: Side, row: number) => boolean
  /** The number of searching records in the whole run, where the search covers only some of them. */
  readonly searchingCount?: number
  readonly joined?: (block: BySide<readonly number[]>) => ListedRows
}

export interface SearchBlocks {
  /** A block for each key of a searching record, if both sides have records with the key. */
  readonly blocks: readonly Block[]
  readonly searchingCount: number
}

/** The records of both sides with one key, in the order of their places. */
export interface Block extends BySide<Uint32Array> {
  /** The searching records of the block; absent where all its rows are tested. */
  readonly searchers?: BySide<Uint32Array>
}

/** Tells whether a record may be found: it is not excluded, and takes part in the rule. */
export function scopeOf(run: SearchedRun, { rule }: PairSearch, side: Side): (row: number) => boolean {
  const { statuses } = run[side]
  const takesPart = takesPartOf(rule, side)
  return (row) => byteAt(statuses, row) !== status.excluded && takesPart(row)
}
