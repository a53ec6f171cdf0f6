import { at, byteAt } from '../base/at.ts'
import { holdsOnIdentity } from '../match/blocks/identity.ts'
import { anchorSideOf, itemSideOf } from '../match/groups/anchors.ts'
import { total } from '../match/groups/claim-groups.ts'
import { wantedTotals } from '../match/groups/nearest-sets.ts'
import { unitsOf } from '../match/groups/subset-answers.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import { type Rows, type RunState, type Shortfall, status } from '../match/state/run-state.ts'
import { bigMagnitude } from '../record/columns.ts'
import type { BoundSum } from '../rules/criteria/bound-sum.ts'

/** Which sets of records may be shown as those that an anchor stands for, where none adds up to it. */

interface AnchorItems {
  readonly rule: BoundRule
  readonly sum: BoundSum
  readonly anchor: number
  readonly items: Shortfall['items']
}

/**
 * The items that a set of the anchor could have: those that are open, and where all of them have one sign, those of the
 * anchor's sign that are no larger than the anchor. Twins stay in one list. Anchors that share a list of items of both
 * signs share the list that is returned.
 */
export function createPossibleItems(run: RunState): (of: AnchorItems) => Shortfall['items'] {
  const known = new Map<Shortfall['items'], Shortfall['items']>()
  const openIn = (rule: BoundRule, items: Shortfall['items']): Shortfall['items'] => {
    const { statuses } = run[itemSideOf(rule)]
    return items
      .map((rows) => rows.filter((row) => byteAt(statuses, row) === status.open))
      .filter(({ length }) => length > 0)
  }
  return ({ rule, sum, anchor, items }) => {
    const open = known.get(items) ?? openIn(rule, items)
    known.set(items, open)
    const unitsIn = (rows: readonly number[]): bigint => unitsOf(sum, itemSideOf(rule), at(rows, 0))
    const isMixed = open.some((rows) => unitsIn(rows) < 0n) && open.some((rows) => unitsIn(rows) > 0n)
    if (isMixed) return open
    const side = anchorSideOf(rule)
    const wanted = wantedTotals(rule, { side, units: unitsOf(sum, side, anchor), scale: sum.scale }).map(BigInt)
    const mayHold = (units: bigint): boolean =>
      wanted.some((each) => each > 0n === units > 0n && bigMagnitude(units) <= bigMagnitude(each))
    return open.filter((rows) => unitsIn(rows) !== 0n && mayHold(unitsIn(rows)))
  }
}

/**
 * By how much a set may miss its anchor: a half of the anchor where the set shares an identity with it, since a record
 * of the set may be missing, else a tenth, since some set of strangers comes near by chance.
 */
const [identifiedPart, strangerPart] = [2n, 10n]

/** Whether the anchor may stand for the set, whose rows are those of the anchor's other side. */
export function isNearSet(rule: BoundRule, sum: BoundSum, rows: Rows): boolean {
  const [anchorSide, itemSide] = [anchorSideOf(rule), itemSideOf(rule)]
  if (rows[itemSide].length === 0) return false
  const isIdentified = rows.source.every((source) =>
    rows.target.every((target) => holdsOnIdentity(rule.criteria, source, target)),
  )
  const anchorUnits = bigMagnitude(unitsOf(sum, anchorSide, at(rows[anchorSide], 0)))
  const difference = sum.difference(total(rows.source, sum.sourceUnits), total(rows.target, sum.targetUnits))
  return (isIdentified ? identifiedPart : strangerPart) * bigMagnitude(difference) <= anchorUnits
}
