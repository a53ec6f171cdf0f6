import type { BoundRule, Side } from '../bound-rule.ts'
import type { Node } from '../nodes.ts'
import { type Match, type RunState, status } from '../run-state.ts'
import type { Answer } from './subset-answers.ts'
import { anchorSideOf } from './subset-space.ts'

/** The rows of item nodes that no set has taken yet. */
export interface Supply {
  left(node: Node | undefined): readonly number[]
}

/** An anchor's row and the rows of its set. */
export interface Subset {
  readonly anchor: number
  readonly items: readonly number[]
}

/**
 * Matches, or suggests, the answers that nothing contests: anchors in twin order, each given the first rows of every
 * twin that its set has. Returns what is left. Changes `run`.
 */
export function claimClear(run: RunState, rule: BoundRule, answers: readonly Answer[]): Supply {
  const takenOf = new Map<Node, number>()
  const left = (node: Node | undefined): readonly number[] =>
    node === undefined ? [] : node.rows.slice(takenOf.get(node) ?? 0)
  for (const { anchor, answer } of inTwinOrder(run, rule, answers)) {
    const { block } = answer.space
    const parts = (answer.only ?? []).map(({ node, count }) => ({ node: block.items[node], count }))
    const items = parts.flatMap(({ node, count }) => left(node).slice(0, count))
    const interchangeable =
      (block.anchors[answer.anchor]?.rows.length ?? 0) > 1 ||
      parts.some(({ node, count }) => count < (node?.rows.length ?? 0))
    for (const { node, count } of parts) if (node) takenOf.set(node, (takenOf.get(node) ?? 0) + count)
    addSubset(run, rule, { anchor, items, interchangeable, ambiguous: false })
  }
  return { left }
}

function* inTwinOrder(
  run: RunState,
  rule: BoundRule,
  answers: readonly Answer[],
): Generator<{ readonly anchor: number; readonly answer: Answer }> {
  if (answers.length === 0) return
  const answerByRow = new Map(
    answers.flatMap((answer) =>
      (answer.space.block.anchors[answer.anchor]?.rows ?? []).map((row) => [row, answer] as const),
    ),
  )
  for (const row of run[anchorSideOf(rule)].ordering.rowsInTwinOrder) {
    const answer = answerByRow.get(row)
    if (answer !== undefined) yield { anchor: row, answer }
  }
}

/** Adds a match, whose records it claims, or a suggestion, as the rule's action is. Changes `run`. */
export function addSubset(
  run: RunState,
  rule: BoundRule,
  { anchor, items, ...flags }: Subset & Pick<Match, 'interchangeable' | 'ambiguous'>,
): void {
  const itemSide = anchorSideOf(rule) === 'source' ? 'target' : 'source'
  const rows = oriented(rule, [anchor], byId(run, itemSide, items))
  const match: Match = { rule, ...rows, nodes: rows, ...flags }
  if (rule.compiled.rule.action === 'suggest') {
    run.suggestions.push(match)
    return
  }
  mark(run, rows, status.matched)
  run.matches.push(match)
}

/** Gives the rows of both sides a status. */
export function mark(run: RunState, rows: { readonly [side in Side]: readonly number[] }, to: number): void {
  for (const side of ['source', 'target'] as const) for (const row of rows[side]) run[side].statuses[row] = to
}

/** What belongs to the anchors and what to the items, by side. */
export const oriented = <Value>(rule: BoundRule, anchors: Value, items: Value): { readonly [side in Side]: Value } =>
  anchorSideOf(rule) === 'source' ? { source: anchors, target: items } : { source: items, target: anchors }

/** A copy of `rows` in the order of their ids. */
export function byId(run: RunState, side: Side, rows: readonly number[]): number[] {
  const { rankById } = run[side].ordering
  return rows.toSorted((a, b) => (rankById[a] ?? 0) - (rankById[b] ?? 0))
}
