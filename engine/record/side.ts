export type Side = 'source' | 'target'

export const sides: readonly Side[] = ['source', 'target']

export const oppositeSide = (side: Side): Side => (side === 'source' ? 'target' : 'source')

export interface BySide<Value> {
  readonly source: Value
  readonly target: Value
}
