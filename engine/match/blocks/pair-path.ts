import type { BoundCriterion } from '../../rules/criteria/bound-criterion.ts'

/** A way to find the pairs of a block. No way leaves out a pair that holds. */
export interface PairPath {
  /** The names of the criteria that find the pairs, such as `amount, date`. */
  readonly by: string
  /** Steps of finding the pairs, counted beforehand: one for each pair or index entry. */
  readonly stepCount: number
  /** The same with the steps of comparing the texts of the pairs, at mean text lengths. */
  readonly estimate: number
  open(): Walk
  /** Without pairs that fail the criteria `held`; absent where no criterion can be tested ahead. */
  openHeld?(): HeldWalk
}

interface HeldWalk {
  readonly walk: Walk
  readonly held: readonly BoundCriterion[]
}

export interface CountedWalk extends HeldWalk {
  readonly stepsOfSource: number
}

/** Calls `visit` once with each target to be compared with a source, in any order. */
export type Walk = (source: number, visit: (target: number) => void) => void
