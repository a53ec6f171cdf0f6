import type { DecisionLine } from './decision.ts'
import type { DecisionStatus } from './fold-state.ts'
import type { FoldedPeriod } from './folded-period.ts'
import { keyOfItem } from './item-name.ts'

/**
 * What decisions that are made now come to, in a period that is folded with them. One that accepts or carries an item which
 * is settled has no effect, and counts as lapsed. It would not lapse later: an entry may settle an accepted item. So does
 * one that carries an item until a day before the period's last, after which the item is undecided again.
 */
export function statusesOfMade(
  { items, decisions }: FoldedPeriod,
  made: readonly DecisionLine[],
): readonly DecisionStatus[] {
  const statuses = new Map(decisions.map((status) => [status.decision, status]))
  const ids = new Set(made.map(({ id }) => id))
  // Another decision that is made with them may settle an item.
  const settled = new Set(
    items.flatMap(({ name, settledBy }) =>
      settledBy === undefined || ids.has(settledBy.decision ?? '') ? [] : [keyOfItem(name)],
    ),
  )
  return made.map((line) => {
    const status = statuses.get(line.id)
    if (status === undefined) throw new Error('The fold knows every decision')
    const disposes = line.kind === 'carry' || (line.kind === 'accept' && line.amount === undefined)
    const isIdle = disposes && (line.items ?? []).some((name) => settled.has(keyOfItem(name)))
    const isPast = items.some(({ decision, isOverdue }) => decision === line.id && isOverdue)
    if (isPast) return { decision: line.id, state: 'lapsed', reason: 'overdue' }
    return isIdle && status.state !== 'lapsed' ? { decision: line.id, state: 'lapsed', reason: 'matched' } : status
  })
}
