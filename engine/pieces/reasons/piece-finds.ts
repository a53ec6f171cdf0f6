import type { Side } from '../../record/side.ts'
import type { CandidateLine } from '../../result/line.ts'
import type { Failure, SaidOfOpen } from '../../result/open-line.ts'

/** What the records of a piece find under a join. JSON, merged over pieces. */

export interface FoundRecord {
  readonly code: number
  readonly id: string
  readonly candidate: CandidateLine
  /** How far the pair misses: a coefficient and a scale. Absent for a claimed record. */
  readonly distance?: readonly [coefficient: string, scale: number]
  /** Why the pair misses; only with the nearest near miss of a searcher that had none before. */
  readonly failure?: Failure
}

export interface NamedRecord {
  readonly side: Side
  readonly number: number
  readonly id: string
}

/** Two records that only miss each other, and what their break says unless another piece finds more. */
export interface FoundPair extends Pick<SaidOfOpen, 'reason' | 'failure' | 'deviation'> {
  readonly partner: number
  readonly records: readonly [NamedRecord, NamedRecord]
}

export interface SearcherFinds {
  readonly searcher: number
  /** Nearest first, or by id: at most three. */
  readonly found: readonly FoundRecord[]
  readonly pair?: FoundPair
}

/** `partner` is the searcher number of the only open record that the searcher misses in a piece, or `several`. */
export interface SearcherPartner {
  readonly searcher: number
  readonly partner: number
  /** Said of the record in the place of the source. */
  readonly isBreak: boolean
}

export interface PieceFinds {
  readonly partners: readonly SearcherPartner[]
  readonly finds: readonly SearcherFinds[]
}
