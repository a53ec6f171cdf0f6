import type { BoundCriterion } from '../../rules/criteria/bound-criterion.ts'

/** A way to find the pairs of a block. Every way visits all pairs that meet the criteria. */
export interface PairPath {
  /** The names of the criteria that find the pairs, such as `amount, date`. */
  readonly by: string
  /** Steps of finding the pairs, known in advance: one for each pair or index entry. */
  readonly stepCount: number
  /** `stepCount` and the steps of comparing the texts of the pairs, at the mean length of the texts. */
  readonly estimate: number
  open(): Walk
  /** A walk that skips pairs that fail the criteria `held`. Absent where the path can test no criterion by itself. */
  openHeld?(): HeldWalk
}

interface HeldWalk {
  readonly walk: Walk
  readonly held: readonly BoundCriterion[]
}

export interface CountedWalk extends HeldWalk {
  readonly stepsOfSource: number
}

/** Calls `visit` once for each target that is to be compared with a source, in any order. */
export type Walk = (source: number, visit: (target: number) => void) => void
