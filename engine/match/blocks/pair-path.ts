import type { BoundCriterion } from '../../rules/criteria/bound-criterion.ts'

/** A way to find the pairs of a block that a rule has to look at. No pair that holds is left out, whichever way is taken. */
export interface PairPath {
  /** The names of the criteria by which the pairs are found, such as `amount, date`. */
  readonly by: string
  /** Steps of finding the pairs, one for each pair or entry of an index; counted beforehand. */
  readonly stepCount: number
  /** The same with the steps of comparing the texts of as many pairs, by the mean lengths of the block's texts. */
  readonly estimate: number
  /** Makes the path ready to be walked. */
  open(): Walk
  /** The same without pairs that fail some of the criteria; absent where the path knows none. */
  openHeld?(): HeldWalk
}

/** A walk of pairs that all meet the criteria `held`, which need not be tested for each. */
export interface HeldWalk {
  readonly walk: Walk
  readonly held: readonly BoundCriterion[]
}

/** A walk whose steps are known. */
export interface CountedWalk extends HeldWalk {
  /** Steps of finding the pairs of one source, on average. */
  readonly stepsOfSource: number
}

/** Calls `visit` with each target that one source is to be compared with, once, in any order. Positions in the block. */
export type Walk = (source: number, visit: (target: number) => void) => void
