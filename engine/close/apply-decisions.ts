import type { Pace, Slices } from '../base/slices.ts'
import { applyDecision, needsApproval, reopenEarlier, undoMatch } from './apply-decision.ts'
import type { DecisionLine } from './decision.ts'
import type { DecisionStatus, FoldState, LapseReason } from './fold-state.ts'
import { type FollowedDecisions, followedDecisions } from './followed-decisions.ts'
import { undecided } from './item.ts'
import { keyOfItem } from './item-name.ts'
import { restoreItem } from './withdraw-items.ts'

/**
 * Applies decisions in their order, and notes what has become of each: `effective`; `proposed` until somebody else
 * approves it; `reopened`; `lapsed`, or `acknowledged` after that. O(decisions + their items).
 */
export function* applyDecisions(state: FoldState, lines: readonly DecisionLine[], pace: Pace): Slices<void> {
  const followed = followedDecisions(lines)
  for (const line of lines) {
    state.statuses.set(line.id, { decision: line.id, ...statusOf(state, line, followed) })
    if (pace.endsSlice(stepsOfItem * (1 + (line.items?.length ?? 0)))) yield
  }
  for (const line of lines) lapseWithoutItems(state, line)
}

/** A decision about a residual has no effect when a later one undid the match that had left it. */
function lapseWithoutItems(state: FoldState, { id, items = [] }: DecisionLine): void {
  if (state.statuses.get(id)?.state !== 'effective') return
  const left = items.flatMap((name) => state.items.get(keyOfItem(name)) ?? [])
  if (left.length === items.length) return
  state.statuses.set(id, { decision: id, ...lapsed('gone') })
  for (const item of left) {
    if (item.disposition.decision === id) item.disposition = undecided
    restoreItem(state, id, item)
  }
}

const stepsOfItem = 400

type Status = Omit<DecisionStatus, 'decision'>

function statusOf(state: FoldState, line: DecisionLine, followed: FollowedDecisions): Status {
  const { id, items: names = [] } = line
  const items = names.flatMap((name) => state.items.get(keyOfItem(name)) ?? [])
  const isReopened = followed.reopened.has(id)
  if (isReopened || followed.acknowledged.has(id)) {
    undoMatch(state, line, items)
    return { state: isReopened ? 'reopened' : 'acknowledged' }
  }
  if (line.items === undefined) return followingStatus(state, line)
  const absent = names.find((name) => !state.items.has(keyOfItem(name)))
  if (absent !== undefined) return lapsed(state.ids.has(`${absent.side} ${absent.id}`) ? 'changed' : 'gone')
  if (needsApproval(state, line, items) && !followed.approved.has(id)) return { state: 'proposed' }
  const reason = applyDecision(state, line, items)
  return reason === undefined ? { state: 'effective' } : lapsed(reason)
}

const lapsed = (reason: LapseReason): Status => ({ state: 'lapsed', reason })

/** What such a decision says of one of this period is applied already; only a reopening may be of an earlier one. */
function followingStatus(state: FoldState, { kind, follows = '', actor }: DecisionLine): Status {
  const decision = state.decisions.get(follows)
  if (decision === undefined)
    return kind === 'reopen' && reopenEarlier(state, follows) ? { state: 'effective' } : lapsed('unknown_decision')
  return kind === 'approve' && decision.actor === actor ? lapsed('own_approval') : { state: 'effective' }
}
