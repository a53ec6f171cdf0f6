import type { DecisionLine } from './decision.ts'

/** What later decisions say of each decision: a reopened or acknowledged one has no effect. */
export interface FollowedDecisions {
  /** Decisions that a following one withdraws, a reopening withdrawn itself not among them. */
  readonly reopened: ReadonlySet<string>
  readonly acknowledged: ReadonlySet<string>
  /** Decisions that somebody else approved. */
  readonly approved: ReadonlySet<string>
}

/** Requires the lines in their order. One pass from the last line on, so that a reopening is known to stand. O(lines). */
export function followedDecisions(lines: readonly DecisionLine[]): FollowedDecisions {
  const [reopened, acknowledged, approved] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const actors = new Map(lines.map(({ id, actor }) => [id, actor]))
  for (const { id, kind, follows, actor } of lines.toReversed()) {
    if (follows === undefined || reopened.has(id) || acknowledged.has(id)) continue
    if (kind === 'reopen') reopened.add(follows)
    if (kind === 'acknowledge') acknowledged.add(follows)
    if (kind === 'approve' && actors.get(follows) !== actor) approved.add(follows)
  }
  return { reopened, acknowledged, approved }
}
