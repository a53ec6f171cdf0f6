import type { BySide } from '../../record/side.ts'
import type { BoundCriterion } from '../../rules/criteria/bound-criterion.ts'
import { isKey } from '../../rules/criteria/criterion-kind.ts'

export const holdsOnIdentity = (criteria: readonly BoundCriterion[], source: number, target: number): boolean =>
  criteria.some((bound) => bound.identifies(source, target))

/**
 * Whether every pair of rows of one block meets an identity. For identities among the keys one pair decides, since keys
 * are equal throughout a block. Requires a row on each side, and that all pairs meet `criteria`. O(pairs) at most.
 */
export function allHoldOnIdentity(
  criteria: readonly BoundCriterion[],
  { source, target }: BySide<readonly number[]>,
): boolean {
  const [first, other] = [source[0], target[0]]
  if (first === undefined || other === undefined) throw new RangeError('Got no rows, wanted a row on each side')
  const keys = criteria.filter(({ criterion }) => isKey(criterion))
  if (holdsOnIdentity(keys, first, other)) return true
  const open = criteria.filter(({ criterion }) => !isKey(criterion) && criterion.kind.identifies)
  return open.length > 0 && source.every((s) => target.every((t) => holdsOnIdentity(open, s, t)))
}
