import { type BySide, oppositeSide, type Side } from '../../record/side.ts'
import type { Rule } from '../../rules/language/language.ts'
import type { Node } from '../blocks/blocks.ts'
import type { BoundRule } from '../state/bound-rule.ts'

/**
 * A subset rule searches for items, records of one side, that add up to an anchor, one record of the other side. The
 * rule's cardinality decides which side is which.
 */

export interface Anchored<Value> {
  readonly anchors: Value
  readonly items: Value
}

export type AnchoredBlock = Anchored<readonly Node[]>

export const anchorSideOf = ({ compiled }: Pick<BoundRule, 'compiled'>): Side =>
  compiled.rule.cardinality === '1:n' ? 'source' : 'target'

export const itemSideOf = (rule: Pick<BoundRule, 'compiled'>): Side => oppositeSide(anchorSideOf(rule))

export const toAnchored = <Value>(rule: BoundRule, { source, target }: BySide<Value>): Anchored<Value> =>
  anchorSideOf(rule) === 'source' ? { anchors: source, items: target } : { anchors: target, items: source }

export const toSides = <Value>(rule: BoundRule, { anchors, items }: Anchored<Value>): BySide<Value> =>
  anchorSideOf(rule) === 'source' ? { source: anchors, target: items } : { source: items, target: anchors }

export function limitsOf({ compiled: { rule } }: BoundRule): NonNullable<Rule['limits']> {
  if (rule.limits === undefined) throw new Error(`Rule ${rule.id} selects subsets, but has no limits`)
  return rule.limits
}
