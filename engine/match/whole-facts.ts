import type { Side } from '../record/side.ts'

/**
 * What rules ask about all records of a run. A rule that is tied to some of the records only, in a run in pieces, is told;
 * one that is tied to all of them finds out.
 */
export interface WholeFacts {
  /**
   * Whether the values that a criterion compares in one place of its rule, of all records of the dataset, tell records
   * apart, see `bound-identity.ts`. `position` is that of the criterion in the compiled rule.
   */
  tellsApart(ruleId: string, position: number, place: Side): boolean
}
