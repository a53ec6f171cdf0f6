import type { Side } from '../../record/side.ts'

/**
 * Facts about all records of a run that rules need. If the tables hold all records, the facts are read there; a run
 * over some of the records gets them from outside.
 */
export interface WholeFacts {
  /**
   * Whether the records that a rule sees in `place` are a single one, or have two different values under its criterion
   * at `position`, see `bound-identity.ts`.
   */
  tellsApart(ruleId: string, position: number, place: Side): boolean
  /** Whether a record of a side has this id. Asked only for ids of the form of a residual's, `<id>~<n>`. */
  hasId(side: Side, id: string): boolean
  /**
   * For a rule with a `listed` criterion: the keys under which texts may list the records that take part. A key that no
   * text lists may be missing.
   */
  listedKeys(ruleId: string): ReadonlySet<string>
  /** The names of a side's counterparties as `namesIn` spells them; undefined where they are too many to be known. */
  namesOf(side: Side): ReadonlySet<string> | undefined
}
