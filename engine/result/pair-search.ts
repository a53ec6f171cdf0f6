import type { RunState, SideState } from '../match/state/run-state.ts'
import type { BySide } from '../record/side.ts'
import type { ComparedRows } from '../rules/criteria/bound-sift.ts'
import type { PairJoin } from './pair-joins.ts'
import type { OrderedSide, Places } from './record-order.ts'
import type { SharedRows } from './shared-rows.ts'
import type { NamesFound } from './unlike-names.ts'

/** The records of a search as the rule sees them, see `runSeenBy`. */
export interface SearchedRun
  extends BySide<OrderedSide & Pick<SideState, 'statuses'>>,
    Pick<RunState, 'work' | 'facts' | 'apart'> {
  readonly exclusions: readonly unknown[]
  /** The names of the whole sides in both places, where the tables hold only some of their records. */
  readonly names?: BySide<NamesFound>
}

export interface KeySearch extends PairJoin {
  readonly places: Places
  readonly shared: SharedRows
  /** Row → 1 if the record searches. */
  readonly searching: BySide<Uint8Array>
  /** The number of searching records in the whole run, where the search covers only some of them. */
  readonly searchingCount?: number
}

export interface PairSearch extends KeySearch {
  /** Row → 1 unless further near misses of the record would change nothing. Pairs of two such records are skipped. */
  readonly pending: BySide<Uint8Array>
  /** Row → 1 for the rows that may be found; absent where any may. */
  readonly mayBeFound?: BySide<Uint8Array>
}

/**
 * Takes a searching record with the records of the other side that the join looks for. `all` gives the same with the
 * records that may not be found. Valid only during the call.
 */
export type TakeFound = (found: ComparedRows, all: () => ComparedRows) => void
