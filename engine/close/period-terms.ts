import type { Side } from '../record/side.ts'
import type { Amounts } from './currency-sums.ts'

/** A stretch of days, both of them included, as `YYYY-MM-DD`. */
export interface Period {
  readonly name: string
  readonly first: string
  readonly last: string
}

/** What a period takes from its reconciliation. */
export interface PeriodTerms {
  readonly period: Period
  /** The side on which accepted differences stand, since the other side, the books, is the one that books them. */
  readonly statement: Side
  /** Whether one side states its amounts with the other sign. */
  readonly isTurned: boolean
  /** By currency: an adjustment of a greater size needs an approval. A currency that is absent has no such bound. */
  readonly approvalAbove: Amounts
}

/** The factor t by which amounts of one side are seen from the other. */
export const turnOf = ({ isTurned }: Pick<PeriodTerms, 'isTurned'>): 1 | -1 => (isTurned ? -1 : 1)

/** The factor of a side in `source − t · target`. */
export const factorOf = (terms: Pick<PeriodTerms, 'isTurned'>, side: Side): 1 | -1 =>
  side === 'source' ? 1 : terms.isTurned ? 1 : -1
