import type { Side } from '../../record/side.ts'
import type { CandidateLine } from '../../result/line.ts'
import type { Failure, SaidOfOpen } from '../../result/open-line.ts'

/** The finds of the records of a piece under a join, as JSON. The finds of all pieces are merged afterwards. */

export interface FoundRecord {
  readonly code: number
  readonly id: string
  readonly candidate: CandidateLine
  /** By how much the pair fails the criterion, as a decimal. Absent for a record that is matched or netted. */
  readonly distance?: readonly [coefficient: string, scale: number]
  /** Why the pair is no match. Present only on the nearest near miss of a searcher that had none before. */
  readonly failure?: Failure
}

export interface NamedRecord {
  readonly side: Side
  readonly number: number
  readonly id: string
}

/**
 * Two searchers that are each other's only near miss in this piece, with the text of their break. Used unless another
 * piece finds a further near miss.
 */
export interface FoundPair extends Pick<SaidOfOpen, 'reason' | 'failure' | 'deviation'> {
  readonly partner: number
  readonly records: readonly [NamedRecord, NamedRecord]
}

export interface SearcherFinds {
  readonly searcher: number
  /** At most three: near misses with the nearest first, or matched records by id. */
  readonly found: readonly FoundRecord[]
  readonly pair?: FoundPair
}

/** `partner` is the number of the only searcher that is a near miss of this one in a piece, or `several`. */
export interface SearcherPartner {
  readonly searcher: number
  readonly partner: number
  /** Whether the two form a break. Always false for a searcher in the place of the target. */
  readonly isBreak: boolean
}

export interface PieceFinds {
  readonly partners: readonly SearcherPartner[]
  readonly finds: readonly SearcherFinds[]
}
