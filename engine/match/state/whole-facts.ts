import type { Side } from '../../record/side.ts'

/**
 * What rules ask of all records of a run. A run whose tables hold all records reads these facts there; a run over some
 * of the records is told them.
 */
export interface WholeFacts {
  /**
   * Whether the records in a place of a rule have two values under its criterion at `position`, see
   * `bound-identity.ts`.
   */
  tellsApart(ruleId: string, position: number, place: Side): boolean
  /** Whether a record of a side has this id, which has the form of a residual's, `<id>~<n>`. */
  hasId(side: Side, id: string): boolean
  /**
   * The keys of all records of the n side that take part in a rule by which texts list records, as far as any text
   * lists them.
   */
  listedKeys(ruleId: string): ReadonlySet<string>
}
