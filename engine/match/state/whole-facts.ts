import type { Side } from '../../record/side.ts'

/**
 * What rules ask of all records of a run, and not of those of a block alone. A run that has all records in its tables
 * reads these facts there; a run of a part of the records is told them.
 */
export interface WholeFacts {
  /**
   * Whether the records in a place of a rule tell apart by what its criterion at `position` compares, see
   * `bound-identity.ts`.
   */
  tellsApart(ruleId: string, position: number, place: Side): boolean
  /** Whether a record of a side has an id such as those of residual items, `<id>~<n>`. */
  hasId(side: Side, id: string): boolean
  /** The keys of all records of the n side that take part in a rule by which texts list records, as far as any text lists them. */
  listedKeys(ruleId: string): ReadonlySet<string>
}
