/** The two sides of a reconciliation, which are compared with each other. */

export type Side = 'source' | 'target'

export const sides: readonly Side[] = ['source', 'target']

/** The side that `side` is compared with. */
export const oppositeSide = (side: Side): Side => (side === 'source' ? 'target' : 'source')

/** One value for each side. */
export interface BySide<Value> {
  readonly source: Value
  readonly target: Value
}
