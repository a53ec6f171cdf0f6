import { byteAt } from '../base/at.ts'
import { takesPartOf } from '../match/state/bound-rule.ts'
import { type RunState, type SideState, status } from '../match/state/run-state.ts'
import type { BySide, Side } from '../record/side.ts'
import type { ListedRows } from './near-miss-listed.ts'
import type { PairJoin } from './pair-joins.ts'
import type { OrderedSide, Places } from './record-order.ts'
import type { SharedRows } from './shared-rows.ts'

/** The records among which a search looks, as the rule sees them: those of a netting rule by their places. */
export interface SearchedRun
  extends BySide<OrderedSide & Pick<SideState, 'statuses'>>,
    Pick<RunState, 'work' | 'facts'> {
  readonly exclusions: readonly unknown[]
}

/** A search for the pairs of records that look for others, under one join. */
export interface PairSearch extends PairJoin {
  readonly places: Places
  readonly shared: SharedRows
  /** The records of a side that may look for others. */
  readonly lookers: BySide<Iterable<number>>
  /** Side and row → whether the record looks for others. */
  readonly isLooking: (side: Side, row: number) => boolean
  /** Side and row → whether a further pair of the record would change nothing: pairs of two such records are skipped. */
  readonly isDone: (side: Side, row: number) => boolean
  /** How many records of the whole run look, where those of the search are not all. */
  readonly lookingCount?: number
  /** The records that list each other, where they are known. */
  readonly joined?: (block: BySide<readonly number[]>) => ListedRows
}

/** The records among which a search looks, by blocking key. */
export interface BlocksLookedFor {
  /** One for each key that a looking record has, where both sides have records. */
  readonly blocks: readonly Block[]
  /** How many looking records have a key. */
  readonly lookingCount: number
}

/** The records of one key, in the order of their places. */
export interface Block extends BySide<Uint32Array> {
  /** Those that look for others, where they are few of many. */
  readonly lookers?: BySide<Uint32Array>
}

/** Whether a record is in scope: records that are excluded, or do not take part in the rule, are no neighbours. */
export function scopeOf(run: SearchedRun, { rule }: PairSearch, side: Side): (row: number) => boolean {
  const { statuses } = run[side]
  const takesPart = takesPartOf(rule, side)
  return (row) => byteAt(statuses, row) !== status.excluded && takesPart(row)
}
