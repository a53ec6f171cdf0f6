import type { Side } from '../../record/side.ts'
import type { CandidateLine } from '../../result/line.ts'
import type { Failure, SaidOfOpen } from '../../result/open-line.ts'

/** What the records of a piece find under a join, as JSON that is merged over pieces. */

/** A record that another found. */
export interface FoundRecord {
  /** Its code, see `codeOf`, and its id. */
  readonly code: number
  readonly id: string
  readonly candidate: CandidateLine
  /** How far the pair misses: a coefficient and a scale. Absent for a matched record. */
  readonly distance?: readonly [coefficient: string, scale: number]
  /** Why the pair misses; of the nearest near miss of a record that had none before. */
  readonly failure?: Failure
}

/** A record in a line. */
export interface NamedRecord {
  readonly side: Side
  readonly number: number
  readonly id: string
}

/** Two records that only miss each other, and what is said of them if it stays so. */
export interface FoundPair extends Pick<SaidOfOpen, 'reason' | 'failure' | 'deviation'> {
  readonly partner: number
  readonly records: readonly [NamedRecord, NamedRecord]
}

/** What a searcher found in a piece. */
export interface SearcherFinds {
  readonly searcher: number
  /** Nearest first, or by id: at most three. */
  readonly found: readonly FoundRecord[]
  /** Set on the record in the place of the source. */
  readonly pair?: FoundPair
}

/** The open records that a searcher misses in a piece: the searcher of the only one, or `several`. */
export interface SearcherPartner {
  readonly searcher: number
  readonly partner: number
  /** Whether the pair would be a break: said of the record in the place of the source. */
  readonly isBreak: boolean
}

/** What came of searching a piece. */
export interface PieceFinds {
  readonly partners: readonly SearcherPartner[]
  readonly finds: readonly SearcherFinds[]
}
